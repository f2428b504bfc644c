import type { ComponentProps } from 'react';
import { type FieldProps, inputAttributes } from './field.ts';
import { FieldError } from './field-error.tsx';

/** Checkbox with label and error message. */
export function CheckboxField({
  label,
  error,
  optional,
  alsoMarkedBy,
  ...input
}: FieldProps & ComponentProps<'input'>) {
  const { id } = input;
  return (
    <div>
      <label htmlFor={id} className="flex min-h-11 items-center gap-3 text-sm font-semibold">
        <input
          type="checkbox"
          {...input}
          {...inputAttributes({ id, label, error, optional, alsoMarkedBy })}
          className="size-5 shrink-0 accent-brand"
        />
        {label}
      </label>
      <FieldError id={`${id}-error`} message={error} />
    </div>
  );
}
