/** Cancels seats. Refunds their value, or the share under the order's refund policy. */
import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import type { OrderPage } from '@meridian/contracts/operators/console/orders';
import { useState } from 'react';
import { plural } from '../../parts/count.ts';
import { Choice, SelectField, Tick } from '../../parts/form-fields.tsx';
import { PlanDialog } from './plan-dialog.tsx';

export function CancelDialog({ order, onClose }: { order: OrderPage; onClose(): void }) {
  const left = order.seats - order.cancelled_seats;
  const [seats, setSeats] = useState(1);
  const [byPolicy, setByPolicy] = useState(false);
  const [leaving, setLeaving] = useState<readonly string[]>([]);
  const isPartial = seats < left && order.attendees.length > 0;
  const attendees = isPartial ? [...leaving] : [];
  return (
    <PlanDialog
      action="orders.cancel"
      title="Cancel and refund seats"
      label={`Cancel ${plural(seats, 'seat')}`}
      input={{ id: order.id, seats, by_policy: byPolicy, attendees }}
      onClose={onClose}
    >
      {(plan) => (
        <>
          <SelectField
            id="cancel-seats"
            label={`Seats to cancel, of ${left}`}
            value={seats}
            onChange={(event) => setSeats(Number(event.target.value))}
          >
            {Array.from({ length: left }, (_, index) => (
              <option key={index + 1} value={index + 1}>
                {index + 1 === left ? `all ${left}` : index + 1}
              </option>
            ))}
          </SelectField>
          {isPartial ? (
            <fieldset>
              <legend className="font-semibold">Attendees to remove</legend>
              {order.attendees.map(({ name, email }) => (
                <Tick
                  key={email}
                  checked={leaving.includes(email)}
                  onChange={(isTicked) =>
                    setLeaving(isTicked ? [...leaving, email] : leaving.filter((one) => one !== email))
                  }
                  label={`${name}, ${email}`}
                />
              ))}
            </fieldset>
          ) : null}
          <fieldset>
            <legend className="font-semibold">Refund amount</legend>
            <Choice
              name="share"
              checked={!byPolicy}
              onChange={() => setByPolicy(false)}
              label={plan ? `Full refund: ${formatPaise(plan.value_paise)}` : 'Full refund'}
            />
            <Choice
              name="share"
              checked={byPolicy}
              onChange={() => setByPolicy(true)}
              label={
                plan
                  ? `Refund under the policy if cancelled now, ${plan.policy_percent} %: ${formatPaise(plan.policy_refund_paise)}`
                  : 'Refund under the policy if cancelled now'
              }
            />
          </fieldset>
        </>
      )}
    </PlanDialog>
  );
}
