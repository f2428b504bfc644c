import type { RefundStep } from '@meridian/contracts/enrolment/refund-policy';
import type { TermsRow } from '@meridian/contracts/operators/actions/terms';
import { Button } from '@meridian/ui/button';
import { useState } from 'react';
import { numberOf, TextField, textOf } from '../../parts/form-fields.tsx';
import { TwoSteps } from '../../parts/two-steps.tsx';
import { TermsText } from './terms-text.tsx';

const number = { type: 'number', inputMode: 'numeric', min: 0, required: true } as const;

/** Reads the refund steps from the form. */
function stepsOf(form: FormData): RefundStep[] {
  const hours = form.getAll('until_hours_before');
  const percents = form.getAll('percent');
  const withins = form.getAll('within_hours_of_payment');
  return hours.map((text, index) => ({
    until_hours_before: Number(text),
    percent: Number(percents[index]),
    ...(withins[index] !== '' && { within_hours_of_payment: Number(withins[index]) }),
  }));
}

/** Fields of the refund steps. Rows can be added and removed. */
function StepFields({ given }: { given: readonly RefundStep[] }) {
  const [rows, setRows] = useState(() =>
    given.map((step, key) => ({ key, step: step as Partial<RefundStep> })),
  );
  const [next, setNext] = useState(given.length);
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold">Refunds</legend>
      {rows.map(({ key, step }, index) => (
        <div
          key={key}
          className="grid grid-cols-2 items-end gap-2 border-t border-line pt-2 sm:grid-cols-[1fr_1fr_1fr_auto]"
        >
          <TextField
            id={`hours-${key}`}
            name="until_hours_before"
            label="Until (hours before the start)"
            defaultValue={step.until_hours_before}
            {...number}
          />
          <TextField
            id={`percent-${key}`}
            name="percent"
            label="Per cent"
            max={100}
            defaultValue={step.percent}
            {...number}
          />
          <TextField
            id={`within-${key}`}
            name="within_hours_of_payment"
            label="Within (hours after payment)"
            defaultValue={step.within_hours_of_payment}
            {...number}
            min={1}
            required={false}
            optional
          />
          <Button
            tone="quiet"
            size="sm"
            disabled={rows.length === 1}
            aria-label={`Remove step ${index + 1}`}
            onClick={() => setRows(rows.filter((row) => row.key !== key))}
          >
            Remove
          </Button>
        </div>
      ))}
      <Button
        tone="outline"
        size="sm"
        className="justify-self-start"
        onClick={() => {
          setRows([...rows, { key: next, step: {} }]);
          setNext(next + 1);
        }}
      >
        Add step
      </Button>
    </fieldset>
  );
}

/** Creates the next version of the terms, after a preview of the text that visitors read. */
export function ChangeTerms({ terms, onClose }: { terms: TermsRow; onClose(): void }) {
  return (
    <TwoSteps
      action="terms.set"
      title="Change terms"
      inputOf={(form) => ({
        refund_steps: stepsOf(form),
        early_moves_until_hours: numberOf(form, 'early_moves_until_hours'),
        early_moves_within_days: numberOf(form, 'early_moves_within_days'),
        late_moves: numberOf(form, 'late_moves'),
        late_moves_within_days: numberOf(form, 'late_moves_within_days'),
        attendees_until_hours: numberOf(form, 'attendees_until_hours'),
        note: textOf(form, 'note') ?? '',
      })}
      show={({ terms: next }) =>
        next ? (
          <div className="grid gap-3">
            <p>New orders get version {next.version}. Existing orders keep their terms. The site shows:</p>
            <TermsText terms={next} />
          </div>
        ) : null
      }
      labelOf={() => 'Change terms'}
      onClose={onClose}
    >
      <StepFields given={terms.refund_steps} />
      <fieldset className="grid gap-3 sm:grid-cols-2">
        <legend className="mb-2 font-semibold">Moves and attendees</legend>
        <TextField
          id="early-until"
          name="early_moves_until_hours"
          label="Free moves until (hours before the start)"
          defaultValue={terms.early_moves_until_hours}
          {...number}
        />
        <TextField
          id="early-within"
          name="early_moves_within_days"
          label="To a batch within (days of the booked batch)"
          defaultValue={terms.early_moves_within_days}
          {...number}
        />
        <TextField
          id="late-moves"
          name="late_moves"
          label="Number of later moves"
          defaultValue={terms.late_moves}
          {...number}
        />
        <TextField
          id="late-within"
          name="late_moves_within_days"
          label="To a batch within (days of the current batch)"
          defaultValue={terms.late_moves_within_days}
          {...number}
        />
        <TextField
          id="attendees-until"
          name="attendees_until_hours"
          label="Replace attendees until (hours before the start)"
          defaultValue={terms.attendees_until_hours}
          {...number}
        />
      </fieldset>
      <TextField id="note" name="note" label="Reason" maxLength={500} required />
    </TwoSteps>
  );
}
