/** Creates a coupon. */
import type { ActionRequest } from '@meridian/contracts/operators/actions';
import { CheckboxField } from '@meridian/ui/checkbox-field';
import { useState } from 'react';
import { ActionDialog } from '../../parts/act.tsx';
import { Choice, numberOf, TextField, textOf } from '../../parts/form-fields.tsx';
import { ScopeFields, scopeOf } from './scope-fields.tsx';

function inputOf(form: FormData): ActionRequest<'coupons.add'> {
  return {
    code: textOf(form, 'code') ?? '',
    label: textOf(form, 'label'),
    percent: numberOf(form, 'percent'),
    rupees: numberOf(form, 'rupees'),
    from: textOf(form, 'from'),
    to: textOf(form, 'to'),
    ...scopeOf(form),
    uses: numberOf(form, 'uses'),
    uses_per_email: numberOf(form, 'uses_per_email'),
    min_seats: numberOf(form, 'min_seats'),
    automatic: form.get('automatic') === 'on',
  };
}

const number = { type: 'number', inputMode: 'numeric', min: 1 } as const;

/** Fields that limit the orders to which the coupon applies. All are optional. */
function Scope() {
  return (
    <details>
      <summary className="min-h-10 content-center font-semibold text-brand-strong">
        Limits: courses, seats, number of uses
      </summary>
      <ScopeFields />
      <div className="grid gap-3 pt-3 sm:grid-cols-2">
        <TextField id="uses" name="uses" label="Maximum number of orders" {...number} optional />
        <TextField
          id="uses_per_email"
          name="uses_per_email"
          label="Maximum orders per email address"
          {...number}
          optional
        />
        <TextField
          id="min_seats"
          name="min_seats"
          label="Minimum number of seats"
          {...number}
          defaultValue={1}
          optional
        />
      </div>
      <CheckboxField
        id="automatic"
        name="automatic"
        label="Apply automatically, without typing the code"
        optional
      />
    </details>
  );
}

export function NewCoupon({ onClose }: { onClose(): void }) {
  const [isPercent, setIsPercent] = useState(true);
  return (
    <ActionDialog
      title="New coupon"
      label="Create coupon"
      action="coupons.add"
      inputOf={inputOf}
      consequences={[
        'Orders within the limits get the discount, from the first day to the end of the last day. If another coupon gives an order a higher discount, only that one applies.',
        'You can end it at any time. The discount cannot be changed while an order has the coupon.',
      ]}
      onClose={onClose}
    >
      <TextField
        id="code"
        name="code"
        label="Code: 3 to 40 letters, digits or hyphens"
        pattern="[A-Za-z0-9][A-Za-z0-9\-]{2,39}"
        maxLength={40}
        autoComplete="off"
        required
      />
      <TextField id="label" name="label" label="Name shown to payers" maxLength={100} optional />
      <fieldset className="flex flex-wrap gap-x-6">
        <legend className="font-semibold">Discount</legend>
        <Choice name="terms" checked={isPercent} onChange={() => setIsPercent(true)} label="per cent" />
        <Choice
          name="terms"
          checked={!isPercent}
          onChange={() => setIsPercent(false)}
          label="rupees off the order"
        />
      </fieldset>
      {isPercent ? (
        <TextField id="percent" name="percent" label="Per cent" {...number} max={99} required />
      ) : (
        <TextField
          id="rupees"
          name="rupees"
          label="Rupees, before GST"
          type="number"
          step="0.01"
          min="0.01"
          required
        />
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField id="from" name="from" type="date" label="First day" optional />
        <TextField id="to" name="to" type="date" label="Last day" optional />
      </div>
      <Scope />
    </ActionDialog>
  );
}
