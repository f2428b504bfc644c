import type { ComponentProps } from 'react';
import { type FieldProps, inputAttributes } from './field.ts';
import { FieldError } from './field-error.tsx';

const box =
  'w-full rounded-md border border-line-strong bg-surface px-3.5 text-ink placeholder:text-ink-soft aria-invalid:border-alert-strong aria-invalid:bg-alert-soft/40';

function FieldLabel({ id, label, optional }: FieldProps) {
  return (
    <label htmlFor={id} className="mb-1 block text-sm font-semibold">
      {label}
      {optional ? <span className="font-normal text-ink-soft"> (optional)</span> : null}
    </label>
  );
}

/** Labelled single-line input with an error message. */
export function TextField({
  label,
  error,
  optional,
  alsoMarkedBy,
  ...input
}: FieldProps & ComponentProps<'input'>) {
  const field = { id: input.id, label, error, optional, alsoMarkedBy };
  return (
    <div>
      <FieldLabel {...field} />
      <input {...input} {...inputAttributes(field)} className={`${box} h-12`} />
      <FieldError id={`${input.id}-error`} message={error} />
    </div>
  );
}

/** Labelled multi-line input with an error message. */
export function TextAreaField({
  label,
  error,
  optional,
  alsoMarkedBy,
  ...input
}: FieldProps & ComponentProps<'textarea'>) {
  const field = { id: input.id, label, error, optional, alsoMarkedBy };
  return (
    <div>
      <FieldLabel {...field} />
      <textarea rows={4} {...input} {...inputAttributes(field)} className={`${box} py-2.5`} />
      <FieldError id={`${input.id}-error`} message={error} />
    </div>
  );
}
