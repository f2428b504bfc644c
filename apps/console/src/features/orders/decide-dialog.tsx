/** Decisions about an order without a choice of seats, each with its consequences. */
import { ActDialog } from '../../parts/act.tsx';
import { textOf } from '../../parts/form-fields.tsx';
import { orderTags } from './order-tags.ts';
import { TransferField } from './transfer-field.tsx';

export type DeedName = 'book' | 'unbook' | 'close' | 'refund';

export const deeds: Record<DeedName, { label: string; title: string; consequences: string[] }> = {
  book: {
    label: 'Book',
    title: 'Send the booking',
    consequences: [
      'The booking is sent to the upstream, with the payment that was captured.',
      'Where the outcome of an earlier try is unknown, look in the upstream first: it may have the booking already.',
      'Once it is booked the payer and the attendees get their mails.',
    ],
  },
  unbook: {
    label: 'Hold back',
    title: 'Hold the booking back',
    consequences: ['The booking is not sent until somebody decides again. The payer is told nothing.'],
  },
  refund: {
    label: 'Give the money back',
    title: 'Give all the money back',
    consequences: [
      'All captured money that no booking is paid with goes back to the payer.',
      'An order that is not booked is given up with it, and its seats come free.',
      'A refund that was sent cannot be called back.',
    ],
  },
  close: {
    label: 'Close the case',
    title: 'Close the case',
    consequences: ['What had to be done outside is done. No money moves, and nobody is told.'],
  },
};

export function DecideDialog({ id, deed, onClose }: { id: string; deed: DeedName; onClose(): void }) {
  const { title, consequences, label } = deeds[deed];
  return (
    <ActDialog
      title={title}
      label={label}
      consequences={consequences}
      onClose={onClose}
      path={`/orders/${id}/${deed}`}
      changes={orderTags}
      bodyOf={(form) => ({ transfer: textOf(form, 'transfer') })}
    >
      {deed === 'refund' ? <TransferField /> : null}
    </ActDialog>
  );
}
