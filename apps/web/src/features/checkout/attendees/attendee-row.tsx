import { FieldError } from '@meridian/ui/field-error';
import { X } from '@meridian/ui/icons';
import type { FocusEvent } from 'react';
import type { Row, RowFaults } from './rows.ts';

const box =
  'h-11 w-full min-w-0 rounded-md border border-line-strong bg-surface px-3 text-ink aria-invalid:border-alert-strong aria-invalid:bg-alert-soft/40';

function Field({
  id,
  label,
  of: person,
  error,
  ...input
}: {
  id: string;
  label: string;
  of: string;
  error: string | undefined;
  type: 'text' | 'email';
  value: string;
  onChange(text: string): void;
}) {
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-sm">
        {label}
        <span className="sr-only">, {person}</span>
      </label>
      <input
        {...input}
        id={id}
        onChange={(event) => input.onChange(event.target.value)}
        inputMode={input.type === 'email' ? 'email' : undefined}
        // With autocompletion, the browser would fill in the buyer's details.
        autoComplete="off"
        spellCheck={false}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className={box}
      />
      <FieldError id={`${id}-error`} message={error} />
    </div>
  );
}

/** One attendee: name, email address, and a remove button. */
export function AttendeeRow({
  id,
  number,
  row,
  faults = {},
  onChange,
  onRemove,
}: {
  id: string;
  number: number;
  row: Row;
  faults?: RowFaults;
  onChange(part: Partial<Row>): void;
  onRemove: (() => void) | undefined;
}) {
  const person = `person ${number}`;
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!row.done && !currentTarget.contains(relatedTarget as Node | null) && (row.name || row.email))
      onChange({ done: true });
  };
  return (
    <li data-row={row.id} onBlur={leave} className="rounded-md bg-brand-faint p-3">
      <div className="mb-1 flex min-h-9 items-center justify-between gap-2">
        <p id={`${id}-title`} className="text-sm font-semibold">
          Person {number}
        </p>
        {onRemove ? (
          <button
            type="button"
            onClick={onRemove}
            aria-label={`Remove ${person}`}
            className="-my-1 -mr-1 grid size-11 shrink-0 place-items-center rounded-md text-ink-soft hover:bg-sand hover:text-ink"
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        ) : null}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser */}
      <div role="group" aria-labelledby={`${id}-title`} className="grid gap-x-3 gap-y-2 sm:grid-cols-2">
        <Field
          id={`${id}-name`}
          label="Name"
          of={person}
          type="text"
          value={row.name}
          error={faults.name}
          onChange={(name) => onChange({ name })}
        />
        <Field
          id={`${id}-email`}
          label="Email"
          of={person}
          type="email"
          value={row.email}
          error={faults.email}
          onChange={(email) => onChange({ email })}
        />
      </div>
      <FieldError id={`${id}-row-error`} message={faults.row} />
    </li>
  );
}
