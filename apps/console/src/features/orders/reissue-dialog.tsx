/** Reissues the invoice with other billing details: those that the buyer requested, or those typed here. */
import type { CorrectionRequest } from '@meridian/contracts/enrolment/billing';
import { states } from '@meridian/contracts/enrolment/states';
import type { Buyer, OrderPage } from '@meridian/contracts/operators/console/orders';
import { useState } from 'react';
import { ActionDialog } from '../../parts/act.tsx';
import { Choice, SelectField, TextField, textOf } from '../../parts/form-fields.tsx';

const stateName = (code: string) => states.find((state) => state.code === code)?.name ?? code;

/** @returns the billing details in one line */
export function buyerText({ first_name, last_name, state, company, address }: Buyer): string {
  const place = company ?? address;
  const name = [first_name, last_name].filter(Boolean).join(' ');
  return [
    company === null ? 'a person' : undefined,
    company?.legal_name ?? name,
    company?.gstin && `GSTIN ${company.gstin}`,
    place?.address,
    place?.pin,
    state === undefined ? undefined : stateName(state),
    company?.po_number && `order number ${company.po_number}`,
    company?.invoice_email && `to ${company.invoice_email}`,
  ]
    .filter(Boolean)
    .join('; ');
}

function BuyerFields({ now, isCompany }: { now: Buyer; isCompany: boolean }) {
  const { state, company, address } = now;
  const place = isCompany ? company : address;
  return (
    <>
      {isCompany ? null : (
        <>
          <TextField
            id="first_name"
            name="first_name"
            label="First name"
            defaultValue={now.first_name}
            maxLength={80}
            required
          />
          <TextField
            id="last_name"
            name="last_name"
            label="Last name"
            defaultValue={now.last_name}
            maxLength={80}
            required
          />
        </>
      )}
      <SelectField id="state" name="state" label="State of the buyer" defaultValue={state ?? ''} required>
        <option value="">Choose</option>
        {states.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      {isCompany ? (
        <>
          <TextField
            id="legal_name"
            name="legal_name"
            label="Company name"
            defaultValue={company?.legal_name}
            maxLength={100}
            required
          />
          <TextField
            id="gstin"
            name="gstin"
            label="GSTIN"
            defaultValue={company?.gstin}
            maxLength={20}
            required
          />
        </>
      ) : null}
      <TextField
        id="address"
        name="address"
        label="Address"
        defaultValue={place?.address}
        maxLength={200}
        required={isCompany}
        optional={!isCompany}
      />
      <TextField
        id="pin"
        name="pin"
        label="PIN code"
        defaultValue={place?.pin}
        inputMode="numeric"
        maxLength={7}
        required={isCompany}
        optional={!isCompany}
      />
      {isCompany ? (
        <TextField
          id="invoice_email"
          name="invoice_email"
          label="Email for invoices"
          type="email"
          defaultValue={company?.invoice_email}
          maxLength={254}
          optional
        />
      ) : null}
      {isCompany ? (
        <TextField
          id="po_number"
          name="po_number"
          label="Purchase order number"
          defaultValue={company?.po_number}
          maxLength={40}
          optional
        />
      ) : null}
    </>
  );
}

function billingOf(form: FormData, isCompany: boolean): CorrectionRequest {
  const place = { address: textOf(form, 'address'), pin: textOf(form, 'pin') };
  const company = {
    ...place,
    legal_name: textOf(form, 'legal_name'),
    gstin: textOf(form, 'gstin'),
    // An empty text removes the value; a missing field would keep it.
    invoice_email: textOf(form, 'invoice_email') ?? '',
    po_number: textOf(form, 'po_number') ?? '',
  };
  const state = textOf(form, 'state');
  if (isCompany) return { state, company };
  const hasPlace = place.address !== undefined || place.pin !== undefined;
  return {
    state,
    first_name: textOf(form, 'first_name'),
    last_name: textOf(form, 'last_name'),
    company: null,
    address: hasPlace ? place : null,
  };
}

export function ReissueDialog({ order, onClose }: { order: OrderPage; onClose(): void }) {
  const { asked: requested, now } = order.billing;
  const [asRequested, setAsRequested] = useState(requested !== null);
  const [isCompany, setIsCompany] = useState(Boolean(requested?.company ?? now.company));
  return (
    <ActionDialog
      title="Reissue the invoice"
      label="Credit and reissue"
      action="documents.reissue"
      inputOf={(form) => ({
        order: order.id,
        ...(!asRequested && { billing: billingOf(form, isCompany) }),
        note: textOf(form, 'note') ?? '',
      })}
      asksWhy
      consequences={[
        'A credit note for the remaining amount of the current invoice and a new invoice for the same amount are issued together. Neither can be withdrawn.',
        'A receipt voucher is replaced in the same way, by a refund voucher and a new receipt voucher. If no document is issued yet, only the details change.',
        'A different state changes how GST is split, not the total. No payment or refund is made.',
        'The payer finds the new documents on the booking page, and gets them by email. An open request of the payer is closed.',
      ]}
      onClose={onClose}
    >
      {requested ? (
        <fieldset>
          <legend className="font-semibold">New buyer</legend>
          <Choice
            name="whom"
            checked={asRequested}
            onChange={() => setAsRequested(true)}
            label={`As requested by the buyer: ${buyerText(requested)}`}
          />
          <Choice
            name="whom"
            checked={!asRequested}
            onChange={() => setAsRequested(false)}
            label="Another buyer"
          />
        </fieldset>
      ) : null}
      {asRequested ? null : (
        <>
          <fieldset className="flex flex-wrap gap-x-6">
            <legend className="font-semibold">The buyer is</legend>
            <Choice name="buyer" checked={!isCompany} onChange={() => setIsCompany(false)} label="a person" />
            <Choice
              name="buyer"
              checked={isCompany}
              onChange={() => setIsCompany(true)}
              label="a company with a GSTIN"
            />
          </fieldset>
          <BuyerFields
            now={{ ...now, ...requested, company: { ...now.company, ...requested?.company } }}
            isCompany={isCompany}
          />
        </>
      )}
    </ActionDialog>
  );
}
