import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import { z } from 'zod';
import { defineMail } from '../../define-mail.ts';
import { courseOf } from '../../parts/batch-facts.ts';
import { button } from '../../parts/button.ts';
import { documentParts } from '../../parts/document.ts';
import { facts } from '../../parts/facts.ts';
import { bookingNumber, receiptUrl, sampleBatch } from '../../parts/sample-data.ts';
import { issuedDocument, payersOrder } from '../../parts/schemas.ts';
import { heading, paragraph } from '../../parts/text.ts';
import { greeting, oneLine } from '../../safe-text.ts';

const issuedTaxDocument = z.object({
  kind: z.enum(['invoice', 'credit_note', 'receipt_voucher', 'refund_voucher']),
  document: issuedDocument,
  /** Number of the document that this document corrects; null if it corrects none. */
  reference: z.string().nullable(),
  totalPaise: z.number(),
});
type IssuedTaxDocument = z.output<typeof issuedTaxDocument>;

const schema = z.object({
  documents: z.array(issuedTaxDocument).readonly(),
  courseName: z.string(),
  company: z.object({ legalName: z.string(), poNumber: z.string() }).nullable(),
  order: z.object({ firstName: z.string(), ...payersOrder }).nullable(),
});
type Data = z.output<typeof schema>;

const names: Record<IssuedTaxDocument['kind'], string> = {
  invoice: 'Invoice',
  credit_note: 'Credit note',
  receipt_voucher: 'Receipt voucher',
  refund_voucher: 'Refund voucher',
};
const titleOf = ({ kind, document }: IssuedTaxDocument) => `${names[kind]} ${oneLine(document.number, 30)}`;

/** Two documents correct an earlier one: a credit note and an invoice, or two vouchers. */
const replacedOf = (documents: Data['documents']) =>
  documents.some(({ kind }) => kind === 'invoice') ? 'invoice' : 'receipt voucher';

function aboutOf({ documents, company, order }: Data): string {
  if (!order)
    return `${documents.length > 1 ? 'These documents are' : 'This document is'} for a booking by ${oneLine(company?.legalName ?? '', 100) || 'your company'}.`;
  if (documents.length < 2) return 'A document for your order was issued.';
  const replaced = replacedOf(documents);
  const correction = replaced === 'invoice' ? 'credit note' : 'refund voucher';
  return `The ${correction} cancels the earlier ${replaced}, and the new ${replaced} replaces it. Nothing is charged or refunded.`;
}

/**
 * Sent for documents that no other email contains. The payer gets it with `order`, the accounts department of
 * a company with `order: null`.
 */
export const documentsIssued = defineMail({
  kind: 'documents_issued',
  isComposed: true,
  data: schema,
  samples: {
    'for the accounts': {
      documents: [
        {
          kind: 'invoice',
          reference: null,
          totalPaise: 4_483_764,
          document: { state: 'attached', number: 'MA/2627/000123' },
        },
      ],
      courseName: sampleBatch.course_name,
      order: null,
      company: { legalName: 'Deccan Mills Private Limited', poNumber: 'PO-4711' },
    },
    'a corrected invoice': {
      documents: [
        {
          kind: 'credit_note',
          reference: 'MA/2627/000123',
          totalPaise: 4_483_764,
          document: { state: 'attached', number: 'MAC/2627/000007' },
        },
        {
          kind: 'invoice',
          reference: null,
          totalPaise: 4_483_764,
          document: { state: 'linked', number: 'MA/2627/000131', url: `${receiptUrl}/invoice.pdf` },
        },
      ],
      courseName: sampleBatch.course_name,
      company: null,
      order: { firstName: 'Asha', number: bookingNumber, receiptUrl },
    },
  },
  render(data) {
    const { documents, courseName, company, order } = data;
    const titles = documents.map(titleOf).join(', ');
    const about = aboutOf(data);
    return {
      subject: order ? `${titles} (${oneLine(order.number, 20)})` : titles,
      preheader: about,
      body: [
        heading(order && documents.length > 1 ? `Your corrected ${replacedOf(documents)}` : titles),
        paragraph(greeting(order?.firstName ?? '')),
        paragraph(about),
        ...documents.map((issued) =>
          facts(titleOf(issued), [
            [names[issued.kind], oneLine(issued.document.number, 30)],
            ['Corrects', issued.reference && oneLine(issued.reference, 30)],
            ['Total', formatPaise(issued.totalPaise)],
          ]),
        ),
        facts('Order', [
          ['Course', courseOf({ course_name: courseName })],
          ['Purchase order', company && oneLine(company.poNumber, 60)],
          ['Booking number', order && oneLine(order.number, 60)],
        ]),
        ...documents.flatMap(({ kind, document }) => documentParts(names[kind], document)),
        order && button('Open your booking', order.receiptUrl),
      ],
      reason: order
        ? 'You receive this email because you booked a course with us.'
        : 'You receive this email because a buyer gave this address to receive the invoices of a booking.',
    };
  },
});
