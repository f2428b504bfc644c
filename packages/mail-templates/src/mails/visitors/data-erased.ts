import { z } from 'zod';
import { defineMail } from '../../define-mail.ts';
import { facts } from '../../parts/facts.ts';
import { heading, note, paragraph } from '../../parts/text.ts';

/** Last email to the person who requested the erasure. */
export const dataErased = defineMail({
  kind: 'data_erased',
  isOfDataRequest: true,
  isErasedAfterADay: true,
  data: z.object({
    enquiries: z.number(),
    bookings: z.number(),
    /** Number of tax documents that are kept. */
    documents: z.number(),
    /** Number of copies in other systems. */
    copies: z.number(),
  }),
  samples: { 'with an invoice': { enquiries: 2, bookings: 1, documents: 1, copies: 2 } },
  render({ enquiries, bookings, documents, copies }) {
    return {
      subject: 'Your data is erased',
      preheader: 'What we erased, and what the law makes us keep.',
      body: [
        heading('Your data is erased'),
        paragraph(
          'You asked us to erase what we hold about this address. It is erased from our own records.',
        ),
        ...(copies > 0
          ? [
              paragraph(
                'Copies of your enquiries and bookings in other systems are deleted next. Our team tracks each copy until it is deleted.',
              ),
            ]
          : []),
        facts('Erased and kept', [
          ['Enquiries erased', String(enquiries)],
          ['Bookings erased', String(bookings)],
          ['Tax documents kept', String(documents)],
        ]),
        ...(documents > 0
          ? [
              paragraph(
                'Invoices, credit notes and vouchers are kept as long as tax law requires, with the name and address on them. We use them for nothing else.',
              ),
            ]
          : []),
        note('This is our last email about it. We delete this address afterwards.'),
      ],
      reason: 'You receive this email because you asked us to erase your data.',
    };
  },
});
