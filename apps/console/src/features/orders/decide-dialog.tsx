/** Decisions about an order without a choice of seats, each with its consequences. */
import { Button } from '@meridian/ui/button';
import { Dialog } from '@meridian/ui/dialog';
import { TextField } from '@meridian/ui/text-field';
import { toasts } from '@meridian/ui/toast';
import type { FormEvent } from 'react';
import { api } from '../../api/api.ts';
import { messageOf } from '../../api/failure.ts';
import { useDeed } from '../../parts/proof.tsx';

export type DeedName = 'book' | 'unbook' | 'close' | 'refund';

export const deeds: Record<DeedName, { label: string; title: string; consequences: string[] }> = {
  book: {
    label: 'Book',
    title: 'Send the booking',
    consequences: [
      'The booking is sent to the upstream, with the payment that was captured.',
      'Where the outcome of an earlier try is unknown, look in the upstream first: it may have the booking already.',
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
      'All captured money that no booking is paid with goes back to the payer, the way it was paid.',
      'An order that is not booked is given up with it.',
      'A refund that was sent cannot be called back.',
    ],
  },
  close: {
    label: 'Close',
    title: 'Close the case',
    consequences: ['What had to be done outside is done. No money moves.'],
  },
};

export function DecideDialog({ id, deed, onClose }: { id: string; deed: DeedName; onClose(): void }) {
  const { title, consequences, label } = deeds[deed];
  const [decide, { isLoading, error }] = api.useDecideMutation();
  const run = useDeed();
  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const note = String(new FormData(event.currentTarget).get('note') ?? '').trim();
    const { data } = await run(() => decide({ id, deed, note }));
    if (!data) return;
    toasts.success(data.done);
    onClose();
  }
  return (
    <Dialog title={title} open staticBackdrop onClose={onClose}>
      <form onSubmit={(event) => void send(event)} className="grid gap-4">
        <ul aria-label="What happens" className="grid list-disc gap-1 rounded-md bg-sand/60 p-3 pl-8">
          {consequences.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <TextField
          id="decide-note"
          name="note"
          label="Why; stays in the order's history"
          maxLength={500}
          required
        />
        <p role="alert" className="font-semibold text-alert-strong empty:hidden">
          {error ? messageOf(error) : ''}
        </p>
        <Button type="submit" busy={isLoading}>
          {label}
        </Button>
      </form>
    </Dialog>
  );
}
