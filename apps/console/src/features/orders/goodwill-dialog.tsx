/** Refunds an amount without cancelling seats. */
import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import type { OrderPage } from '@meridian/contracts/operators/console/orders';
import { useDeferredValue, useState } from 'react';
import { Choice, TextField } from '../../parts/form-fields.tsx';
import { PlanDialog } from './plan-dialog.tsx';

export function GoodwillDialog({ order, onClose }: { order: OrderPage; onClose(): void }) {
  const [typed, setTyped] = useState('');
  const [withNote, setWithNote] = useState(false);
  const rupees = useDeferredValue(Number(typed));
  return (
    <PlanDialog
      action="orders.goodwill"
      title="Refund an amount"
      label={rupees > 0 ? `Refund ${formatPaise(Math.round(rupees * 100))}` : 'Refund an amount'}
      input={rupees > 0 ? { id: order.id, rupees, with_note: withNote } : undefined}
      onClose={onClose}
    >
      {() => (
        <>
          <TextField
            id="rupees"
            name="rupees"
            type="number"
            step="0.01"
            min="0.01"
            max={order.money.kept_paise / 100}
            label={`Rupees, at most ${formatPaise(order.money.kept_paise)}`}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            required
          />
          <fieldset>
            <legend className="font-semibold">Type of refund</legend>
            <Choice
              name="note-kind"
              checked={!withNote}
              onChange={() => setWithNote(false)}
              label="Goodwill: the price and the invoice do not change"
            />
            <Choice
              name="note-kind"
              checked={withNote}
              onChange={() => setWithNote(true)}
              label="Price reduction: a credit note is issued"
            />
          </fieldset>
        </>
      )}
    </PlanDialog>
  );
}
