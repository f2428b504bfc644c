/** Tax documents: record their registration, reissue them for a corrected buyer, set their first number. */
import { z } from 'zod';
import { correctionRequest } from '../../enrolment/billing.ts';
import { uuid } from '../../uuid.ts';
import { action } from './action.ts';
import { note } from './fields.ts';

export const documentsRegister = action({
  name: 'documents.register',
  title: 'Recorded the IRN of a document',
  role: 'finance',
  stepUp: false,
  positional: ['number'],
  input: z.strictObject({
    number: z.string().trim().min(1, { error: 'Enter the number of the document' }).max(40),
    irn: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^[0-9a-f]{64}$/, { error: 'Enter the 64 hexadecimal digits of the IRN' })
      .meta({ title: 'IRN' }),
    ack_no: z
      .string()
      .trim()
      .regex(/^\d{1,20}$/, { error: 'Enter the number of the acknowledgement' })
      .meta({ title: 'NUMBER' }),
    /** Time in the format of the registration portal. */
    ack_date: z.string().trim().min(1, { error: 'Enter the date of the acknowledgement' }).max(40),
    signed_qr: z.string().trim().max(8_000).optional(),
  }),
  result: { invoices: z.array(z.object({ number: z.string(), irn: z.string() })) },
  changes: ['Documents', 'Order'],
});

export const documentsReissue = action({
  name: 'documents.reissue',
  title: 'Corrected the buyer of an order and reissued its invoice',
  role: 'finance',
  stepUp: false,
  positional: ['order'],
  input: z.strictObject({
    order: uuid,
    /**
     * Corrected buyer. Absent fields are not changed. Without a corrected buyer, the correction that the
     * buyer requested is made.
     */
    billing: correctionRequest.strict().optional(),
    note,
  }),
  /** Documents that were issued; empty if the invoice is not issued yet. */
  result: { invoices: z.array(z.object({ number: z.string(), kind: z.string() })) },
  changes: ['Documents', 'Orders', 'Order', 'Mails', 'Today'],
});

/**
 * Sets the number of the next document of a series and financial year, to continue the numbers of another
 * system. Only possible while the series has no document in that year.
 */
export const documentsSetFirstNumber = action({
  name: 'documents.set-first-number',
  title: 'Set the first document number of a series',
  role: 'finance',
  stepUp: true,
  positional: ['number'],
  input: z.strictObject({
    /** Complete number, for example MA/2627/000501. */
    number: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z1-9][A-Z0-9]{0,4}\/\d{4}\/\d{6}$/, { error: 'Enter a number such as MA/2627/000501' })
      .meta({ title: 'NUMBER' }),
  }),
  result: { series: z.object({ name: z.string(), financial_year: z.string(), next: z.string() }) },
  changes: ['Documents'],
});
