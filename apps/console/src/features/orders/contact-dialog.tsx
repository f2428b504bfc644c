/** Corrects the payer's name, email address and phone number. */
import type { OrderPage } from '@meridian/contracts/operators/console/orders';
import { ActionDialog } from '../../parts/act.tsx';
import { TextField, textOf } from '../../parts/form-fields.tsx';

export function ContactDialog({ order, onClose }: { order: OrderPage; onClose(): void }) {
  const { payer, billing } = order;
  return (
    <ActionDialog
      action="orders.correct-contact"
      title="Correct contact details"
      label="Save contact details"
      inputOf={(form) => ({
        id: order.id,
        first_name: textOf(form, 'first_name'),
        last_name: textOf(form, 'last_name'),
        email: textOf(form, 'email'),
        phone_number: textOf(form, 'phone_number'),
        note: textOf(form, 'note') ?? '',
      })}
      asksWhy
      consequences={[
        'A new email address gets a new receipt link and all later emails. Earlier links no longer work.',
        'Issued documents do not change: reissue the invoice if its name is wrong.',
        'The upstream and the CRM keep their copies: correct them there.',
      ]}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          id="first_name"
          name="first_name"
          label="First name"
          defaultValue={billing.now.first_name}
          autoComplete="off"
        />
        <TextField
          id="last_name"
          name="last_name"
          label="Last name"
          defaultValue={billing.now.last_name}
          autoComplete="off"
        />
      </div>
      <TextField
        id="email"
        name="email"
        type="email"
        label="Email"
        defaultValue={payer.email}
        maxLength={254}
        autoComplete="off"
        required
      />
      <TextField
        id="phone_number"
        name="phone_number"
        type="tel"
        label="Phone number"
        defaultValue={payer.phone}
        autoComplete="off"
        required
      />
    </ActionDialog>
  );
}
