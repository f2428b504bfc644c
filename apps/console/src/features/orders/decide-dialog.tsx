/** Actions on an order that need only a note. The dialog shows the consequences of each. */
import { ActionDialog } from '../../parts/act.tsx';
import { textOf } from '../../parts/form-fields.tsx';

export type DecisionName = 'book' | 'withhold' | 'renew-receipt';

export const decisions: Record<DecisionName, { label: string; title: string; consequences: string[] }> = {
  book: {
    label: 'Book order',
    title: 'Book the order',
    consequences: [
      'The booking is sent to the upstream, with the payment that was captured.',
      'If the outcome of an earlier attempt is unknown, check the upstream first. It may already have the booking.',
      'The payer and the attendees get their emails after the booking.',
    ],
  },
  withhold: {
    label: 'Hold back booking',
    title: 'Hold back the booking',
    consequences: ['The booking is not sent until an operator decides again. The payer gets no email.'],
  },
  'renew-receipt': {
    label: 'Replace receipt link',
    title: 'Replace the receipt link',
    consequences: [
      'All earlier receipt links stop working, including those in emails and links for booking changes.',
      'The payer gets an email with the new link.',
    ],
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
