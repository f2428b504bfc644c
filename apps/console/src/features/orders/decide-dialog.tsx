/** Decisions about a booking without a choice of seats, each with its consequences. */
import { ActionDialog } from '../../parts/act.tsx';
import { textOf } from '../../parts/form-fields.tsx';

export type DecisionName = 'book' | 'unbook';

export const decisions: Record<DecisionName, { label: string; title: string; consequences: string[] }> = {
  book: {
    label: 'Book',
    title: 'Send the booking',
    consequences: [
      'The booking is sent to the upstream, with the payment that was captured.',
      'Where the outcome of an earlier try is unknown, look in the upstream first: it may have the booking already.',
      'Once it is booked the payer and the attendees get their emails.',
    ],
  },
  unbook: {
    label: 'Hold back',
    title: 'Hold the booking back',
    consequences: ['The booking is not sent until somebody decides again. The payer is told nothing.'],
  },
};

export function DecideDialog({
  id,
  decision,
  onClose,
}: {
  id: string;
  decision: DecisionName;
  onClose(): void;
}) {
  const { title, consequences, label } = decisions[decision];
  return (
    <ActionDialog
      action={`orders.${decision}`}
      title={title}
      label={label}
      consequences={consequences}
      inputOf={(form) => ({ id, note: textOf(form, 'note') ?? '' })}
      asksWhy
      onClose={onClose}
    />
  );
}
