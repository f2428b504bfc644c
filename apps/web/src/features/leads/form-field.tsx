import type { Field } from '@meridian/contracts/leads/fields';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { FieldError } from './field-error.tsx';

const inputModes: Partial<Record<Field['type'], 'tel' | 'email'>> = { tel: 'tel', email: 'email' };

const box =
  'w-full rounded-md border border-line-strong bg-surface px-3.5 text-ink placeholder:text-ink-soft aria-invalid:border-alert-strong aria-invalid:bg-alert-soft/40';

/** The words of a field, where some of them lead to what they speak of. */
function Label({ label, linked }: Pick<Field, 'label' | 'linked'>) {
  if (!linked) return label;
  const [before, after] = label.split(linked.words);
  return (
    <span>
      {before}
      {/* Beside the form, which keeps no file while another page is shown. */}
      <a
        href={linked.path}
        target="_blank"
        rel="noopener"
        // Large enough for a finger: beside it a press ticks the box.
        className="inline-block py-1 text-brand-strong underline underline-offset-4"
      >
        {linked.words}
      </a>
      {after}
    </span>
  );
}

/** A labelled input with its message below. */
export function FormField({
  field,
  id,
  error,
  markedBy,
  registration,
}: {
  field: Field;
  id: string;
  error?: string;
  /** Id of another field whose message speaks of this one too. */
  markedBy?: string;
  registration: UseFormRegisterReturn;
}) {
  const errorId = `${id}-error`;
  const describedBy = error ? errorId : markedBy && `${markedBy}-error`;
  const shared = {
    id,
    ...registration,
    autoComplete: field.autocomplete,
    'aria-invalid': describedBy ? true : undefined,
    'aria-describedby': describedBy,
    'aria-required': field.optional ? undefined : true,
  };
  if (field.type === 'checkbox') {
    return (
      <div>
        <label htmlFor={id} className="flex min-h-11 items-center gap-3 text-sm font-semibold">
          <input type="checkbox" {...shared} className="size-5 shrink-0 accent-brand" />
          <Label {...field} />
        </label>
        <FieldError id={errorId} message={error} />
      </div>
    );
  }
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        {field.label}
        {field.optional ? <span className="font-normal text-ink-soft"> (optional)</span> : null}
      </label>
      {field.type === 'textarea' ? (
        <textarea rows={4} {...shared} className={`${box} py-2.5`} />
      ) : (
        <input type={field.type} inputMode={inputModes[field.type]} {...shared} className={`${box} h-12`} />
      )}
      <FieldError id={errorId} message={error} />
    </div>
  );
}
