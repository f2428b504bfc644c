import { formatPaise } from '@meridian/contracts/checkout/pricing';
import type { DocumentsIssued, IssuedTaxDocument } from '../mail-data.ts';
import { courseOf } from '../parts/batch-facts.ts';
import { button } from '../parts/button.ts';
import { documentParts } from '../parts/document.ts';
import { facts } from '../parts/facts.ts';
import { heading, paragraph } from '../parts/text.ts';
import { greeting, oneLine } from '../safe-text.ts';
import type { Template } from '../template.ts';

const names: Record<IssuedTaxDocument['kind'], string> = {
  invoice: 'Invoice',
  credit_note: 'Credit note',
  receipt_voucher: 'Receipt voucher',
  refund_voucher: 'Refund voucher',
};
const titleOf = ({ kind, document }: IssuedTaxDocument) => `${names[kind]} ${oneLine(document.number, 30)}`;

function aboutOf({ documents, company, order }: DocumentsIssued): string {
  if (!order) return `It is for a booking of ${oneLine(company?.legalName ?? '', 100) || 'your company'}.`;
  if (documents.length < 2) return 'A document of your order was issued.';
  return 'The credit note takes back the former invoice, and the new invoice takes its place. No money moves.';
}

export function documentsIssued(data: DocumentsIssued): Template {
  const { documents, courseName, company, order } = data;
  const titles = documents.map(titleOf).join(', ');
  const about = aboutOf(data);
  return {
    subject: titles,
    preheader: about,
    body: [
      heading(order && documents.length > 1 ? 'Your corrected invoice' : titles),
      paragraph(greeting(order?.firstName ?? '')),
      paragraph(about),
      ...documents.map((issued) =>
        facts(titleOf(issued), [
          [names[issued.kind], oneLine(issued.document.number, 30)],
          ['Corrects', issued.reference && oneLine(issued.reference, 30)],
          ['Amount', `${formatPaise(issued.totalPaise)} with GST`],
        ]),
      ),
      facts('What it is for', [
        ['Course', courseOf({ course_name: courseName })],
        ['Purchase order', company && oneLine(company.poNumber, 60)],
        ['Order', order && oneLine(order.number, 60)],
      ]),
      ...documents.flatMap(({ kind, document }) => documentParts(names[kind], document)),
      order && button('Open your receipt', order.receiptUrl),
    ],
    reason: order
      ? 'You get this mail because you booked a course with us.'
      : 'You get this mail because a buyer named this address for the documents of a booking.',
  };
}
