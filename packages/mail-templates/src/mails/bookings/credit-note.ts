import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import { z } from 'zod';
import { defineMail } from '../../define-mail.ts';
import { courseOf } from '../../parts/batch-facts.ts';
import { button } from '../../parts/button.ts';
import { documentParts } from '../../parts/document.ts';
import { facts } from '../../parts/facts.ts';
import { payer, receiptUrl, sampleBatch } from '../../parts/sample-data.ts';
import { issuedDocument, statedSentences, toPayer } from '../../parts/schemas.ts';
import { heading, paragraph } from '../../parts/text.ts';
import { greeting, oneLine } from '../../safe-text.ts';

export const creditNote = defineMail({
  kind: 'credit_note',
  isComposed: true,
  data: z.object({
    ...toPayer,
    courseName: z.string(),
    document: issuedDocument,
    /** Number of the invoice that the credit note corrects. */
    invoiceNumber: z.string(),
    amountPaise: z.number(),
    sentences: statedSentences,
  }),
  samples: {
    'behind a link': {
      ...payer,
      courseName: sampleBatch.course_name,
      amountPaise: 2_241_882,
      sentences: [
        '1 seat is booked, for Ravi Menon; 1 seat is cancelled.',
        '₹22,418.82 was refunded. It can take five to seven working days to reach your account.',
      ],
      document: { state: 'linked', number: 'MA/C2627/000007', url: `${receiptUrl}/credit-note.pdf` },
      invoiceNumber: 'MA/2627/000123',
    },
  },
  render(data) {
    const number = oneLine(data.document.number, 30);
    const amount = formatPaise(data.amountPaise);
    return {
      subject: `Credit note ${number}: ${amount} (${oneLine(data.bookingNumber, 20)})`,
      preheader: `It reduces invoice ${oneLine(data.invoiceNumber, 30)} by ${amount}.`,
      body: [
        heading('Your credit note'),
        paragraph(greeting(data.firstName)),
        ...data.sentences.map((sentence) => paragraph(sentence)),
        paragraph('The credit note reduces the amount of your invoice.'),
        facts('The credit note', [
          ['Credit note', number],
          ['For invoice', oneLine(data.invoiceNumber, 30)],
          ['Total', amount],
          ['Course', courseOf({ course_name: data.courseName })],
          ['Booking number', oneLine(data.bookingNumber, 60)],
        ]),
        ...documentParts('Credit note', data.document),
        button('Open your booking', data.receiptUrl),
      ],
      reason: 'You receive this email because you booked a course with us.',
    };
  },
});
