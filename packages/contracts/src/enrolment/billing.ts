/** The buyer on the invoice: state, address and company. */
import { z } from 'zod';
import { cleanText } from '../leads/clean-text.ts';
import { type Field, firstName, lastName, optionalText, requiredText } from '../leads/fields.ts';
import { isGstin, normalGstin } from './gstin.ts';

/** Two-digit state code, as at the beginning of a GSTIN; 96 is abroad. */
export const stateCode = z.string().regex(/^(?:0[1-9]|[12]\d|3[0-8]|9[67])$/, { error: 'Not a state code' });

const optionalEmail = optionalText('Email', 254).refine(
  (value) => value === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value),
  { error: 'Email address is invalid' },
);

const field = (name: string, label: string, schema: z.ZodType, more: Partial<Field> = {}) => ({
  name,
  label,
  type: 'text' as const,
  schema,
  ...more,
});

const schemas = {
  legal_name: requiredText('Company name', 100),
  gstin: requiredText('GSTIN', 15, {
    clean: (typed) => normalGstin(cleanText(typed)),
    rules: [[isGstin, 'This GSTIN is incomplete or has a typing error']],
  }),
  address: requiredText('Address', 200, {
    rules: [[(value) => value.length >= 3, 'Address is too short']],
  }),
  pin: requiredText('PIN code', 6, {
    clean: (typed) => cleanText(typed).replace(/\s/g, ''),
    rules: [[(value) => /^[1-9]\d{5}$/.test(value), 'A PIN code has six digits']],
  }),
  invoice_email: optionalEmail,
  po_number: optionalText('Purchase order (PO) number', 40),
};

/** Company fields in the order of the form. */
export const companyFields: readonly Field[] = [
  field('legal_name', 'Company name', schemas.legal_name, { autocomplete: 'organization' }),
  field('gstin', 'GSTIN', schemas.gstin, { autocomplete: 'off' }),
  field('address', 'Address', schemas.address, { autocomplete: 'street-address' }),
  field('pin', 'PIN code', schemas.pin, { autocomplete: 'postal-code' }),
  field('invoice_email', 'Email of your accounts department', schemas.invoice_email, {
    type: 'email',
    optional: true,
  }),
  field('po_number', 'Purchase order (PO) number', schemas.po_number, {
    autocomplete: 'off',
    optional: true,
  }),
];

export const company = z.object({
  ...schemas,
  /** True if the buyer is a unit or developer of a Special Economic Zone. */
  sez: z.boolean().optional(),
  invoice_email: schemas.invoice_email.optional(),
  po_number: schemas.po_number.optional(),
});
export type Company = z.infer<typeof company>;

/** Address fields of an unregistered buyer, in the order of the form. */
export const addressFields: readonly Field[] = [
  field('address', 'Address', schemas.address, { autocomplete: 'street-address' }),
  field('pin', 'PIN code', schemas.pin, { autocomplete: 'postal-code' }),
];

export const billingAddress = z.object({ address: schemas.address, pin: schemas.pin });
export type BillingAddress = z.infer<typeof billingAddress>;

const object = (value: unknown) => (typeof value === 'object' && value !== null ? value : undefined);

/**
 * `billing` of `POST /api/checkout`. The state is optional, because some clients send none; an unreadable
 * state counts as missing. Invalid company fields are refused, because they are printed on the invoice.
 */
export const billing = z.preprocess(
  object,
  z
    .object({
      state: stateCode.optional().catch(undefined),
      company: z.preprocess((value) => value ?? undefined, company.optional()),
      /**
       * Address of an unregistered buyer. An invalid address is dropped, so that it never prevents a payment.
       */
      address: billingAddress.optional().catch(undefined),
    })
    .optional(),
);
export type Billing = z.infer<typeof billing>;

/**
 * `POST /api/receipts/<token>/billing`: the corrected details of the invoice. Absent fields are not changed.
 * `null` removes the company or the address.
 */
export const correctionRequest = z.object({
  /** Name of the buyer, if the buyer is a person. */
  first_name: firstName.schema.optional(),
  last_name: lastName.schema.optional(),
  /** If the state is absent and the GSTIN changes, the state of the new GSTIN applies. */
  state: stateCode.optional(),
  company: company.partial().nullable().optional(),
  address: billingAddress.partial().nullable().optional(),
});
export type CorrectionRequest = z.infer<typeof correctionRequest>;

/** Response to `correctionRequest`. An operator checks the correction before it is made. */
export const correctionData = z.object({ asked: z.literal(true) });

/**
 * @param issuedOn date of the invoice, `YYYY-MM-DD`
 * @returns the last day on which the buyer may request a correction: the 10th of the next month
 */
export function lastDayToAsk(issuedOn: string): string {
  const [year = 0, month = 0] = issuedOn.split('-').map(Number);
  return month === 12 ? `${year + 1}-01-10` : `${year}-${String(month + 1).padStart(2, '0')}-10`;
}
