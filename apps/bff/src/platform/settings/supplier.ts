/** Settings of the supplier for invoices, and its accountant's decisions. */
import { isGstin, normalGstin, stateOfGstin } from '@meridian/contracts/enrolment/gstin';
import { pinFitsState } from '@meridian/contracts/enrolment/pin-states';
import { z } from 'zod';
import { onOff } from './fields.ts';

/**
 * A GSTIN of a state. GSTINs of bodies of the United Nations are refused, because such bodies are never
 * suppliers.
 */
const gstin = z
  .string()
  .transform(normalGstin)
  .refine((value) => isGstin(value) && stateOfGstin(value) === value.slice(0, 2), {
    error: 'must be a GSTIN such as 29AAAAA0000A1ZY; its last character is a check digit',
  });

/** `street, locality, town PIN` */
const addressShape = /^(.*\S)\s*,\s*([^,]*[^\s,-])[\s-]+([1-9]\d{2}\s?\d{3})$/;

const address = z.string().max(300, { error: 'must have at most 300 characters' }).regex(addressShape, {
  error: 'must be an address that ends in a town and a PIN, such as 12 MG Road, Bengaluru 560001',
});

/**
 * Prefix of document numbers. With the letter of the document's kind, the year and six digits, a number has
 * at most 16 characters.
 */
const prefix = z.string().regex(/^[A-Z1-9][A-Z0-9]{0,2}$/, {
  error: 'must be one to three capital letters or digits, and not begin with 0',
});

export const supplierVariables = {
  SUPPLIER_LEGAL_NAME: z
    .string()
    .trim()
    .min(1)
    .max(100, { error: 'must have at most 100 characters' })
    .optional()
    .describe(
      'legal name of the supplier on invoices, in emails and in the footer of every page. [Invoices](../how-to/finance.md#invoices) are issued if this setting, `SUPPLIER_ADDRESS` and `SUPPLIER_GSTIN` are set',
    ),
  SUPPLIER_ADDRESS: address
    .optional()
    .describe('address of the supplier; it ends in a town and a PIN of the state of the GSTIN'),
  SUPPLIER_GSTIN: gstin
    .optional()
    .describe(
      'GSTIN of the supplier. Its first two digits determine how GST is split; its check digit is verified',
    ),
  SUPPLIER_SIGNATORY: z
    .string()
    .trim()
    .min(1)
    .max(100, { error: 'must have at most 100 characters' })
    .optional()
    .describe(
      'name of the person who signs for the supplier, on credit notes and vouchers: rules 50, 51 and 53 of the CGST Rules require a signature',
    ),
  SUPPLIER_EINVOICE: onOff
    .default(false)
    .describe(
      '`on` if the supplier must register documents for companies at the government portal: a document then waits for its IRN. Not supported in production',
    ),
  INVOICE_PREFIX: prefix
    .default('INV')
    .describe('prefix of invoice numbers: one to three capital letters or digits, not beginning with 0'),
  INVOICE_ISSUE: z
    .enum(['payment', 'batch_end'], { error: 'must be payment or batch_end' })
    .default('payment')
    .describe(
      '`payment`: the invoice is issued when the payment is captured. `batch_end`: a receipt voucher is issued at the payment, and the invoice at the end of the batch',
    ),
  ONLINE_PLACE_OF_SUPPLY: z
    .enum(['recipient_state', 'supplier_state'], { error: 'must be recipient_state or supplier_state' })
    .default('recipient_state')
    .describe(
      'place of supply of live online training for unregistered buyers: `recipient_state` or `supplier_state`',
    ),
  FOREIGN_BUYERS: z
    .enum(['charge', 'ask'], { error: 'must be charge or ask' })
    .default('ask')
    .describe(
      '`charge`: buyers abroad pay IGST for online training. `ask`: they are asked to contact you. Classroom training is never sold to them online',
    ),
};

type Values = z.output<z.ZodObject<typeof supplierVariables>>;

/** The supplier, as printed on invoices. */
export interface Supplier {
  legalName: string;
  gstin: string;
  address: { street: string; town: string; pin: string };
  /** The person who signs credit notes and vouchers. */
  signatory: string | null;
}

/** @returns the address in one line, for example `12 MG Road, Bengaluru 560001` */
export const writtenAddress = ({ street, town, pin }: Supplier['address']): string =>
  `${street}, ${town} ${pin}`;

/** Legal name and address in one line; undefined without a supplier. */
export const companyLine = (supplier: Supplier | undefined): string | undefined =>
  supplier && `${supplier.legalName}, ${writtenAddress(supplier.address)}`;

const parts = ['SUPPLIER_LEGAL_NAME', 'SUPPLIER_ADDRESS', 'SUPPLIER_GSTIN'] as const;

/**
 * Checks that the settings of the supplier are consistent. With a GSTIN alone, the tax is split, but no
 * invoices are issued.
 * @param given names of the variables that are set, valid or not
 */
export function supplierFaults(
  given: ReadonlySet<string>,
  values: Partial<Values> & { APP_ENV?: string | undefined },
): string[] {
  if (values.APP_ENV === 'production' && values.SUPPLIER_EINVOICE === true)
    return [
      'SUPPLIER_EINVOICE: "on" is not supported in production: exports, SEZ and the limits of the portal are not implemented',
    ];
  const wantsInvoices =
    given.has('SUPPLIER_LEGAL_NAME') || given.has('SUPPLIER_ADDRESS') || values.SUPPLIER_EINVOICE === true;
  if (!wantsInvoices) return [];
  const [, , , pin = ''] = addressShape.exec(values.SUPPLIER_ADDRESS ?? '') ?? [];
  const gstin = values.SUPPLIER_GSTIN;
  if (gstin !== undefined && !pinFitsState(pin.replace(/\s/, ''), gstin.slice(0, 2)))
    return ['SUPPLIER_ADDRESS: its PIN belongs to a state other than that of SUPPLIER_GSTIN'];
  return parts
    .filter((name) => !given.has(name))
    .map((name) => `${name}: is required if invoices are issued`);
}

/** @returns the supplier; undefined if it is not set, so that no invoices are issued */
export function supplierOf(values: Values): Supplier | undefined {
  const { SUPPLIER_LEGAL_NAME: legalName, SUPPLIER_ADDRESS: written, SUPPLIER_GSTIN: number } = values;
  const [, street, town, pin] = addressShape.exec(written ?? '') ?? [];
  if (!legalName || !number || !street || !town || !pin) return undefined;
  const place = { street, town, pin: pin.replace(/\s/, '') };
  return { legalName, gstin: number, address: place, signatory: values.SUPPLIER_SIGNATORY ?? null };
}
