import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { company, someDocument, someSupply } from '../../../../testing/invoices/documents.ts';
import type { IssuedDocument } from '../issued.ts';
import { pdfContentOf } from './pdf-content.ts';
import { renderPdf } from './render-pdf.ts';

const render = (document: IssuedDocument) => renderPdf(pdfContentOf(document), document.issuedAt);

const forCompany = someSupply({
  placeOfSupply: '27',
  discountPaise: 1_900_00,
  totalPaise: 42_595_64,
  couponCode: 'SPRING842',
  buyer: { name: 'Asha Nair', state: '27', company },
});
const forPerson = someSupply({ buyer: { name: 'आशा नायर', state: '29', company: null } });

/** Removes white space, because the layout breaks lines. */
const withoutSpace = (text: string) => text.replace(/\s+/g, '');

async function read(document: IssuedDocument) {
  const file = await getDocumentProxy(new Uint8Array(await render(document)));
  const { text, totalPages } = await extractText(file, { mergePages: true });
  return { text: withoutSpace(text), totalPages };
}

describe('the PDF of a document', () => {
  it('contains no URL that shows or changes the order', () => {
    expect(JSON.stringify(pdfContentOf(someDocument()))).not.toMatch(/https?:|receipt\//);
  });

  it.each<[string, IssuedDocument, string[]]>([
    [
      'an invoice of a company',
      someDocument({ placeOfSupply: '27' }, forCompany),
      [
        'ORIGINAL FOR RECIPIENT',
        'Tax invoice',
        'valid without a signature',
        'GSTIN 29AAAAA0000A1ZY',
        'MA/2627/000001',
        '22/11/2026',
        'Maharashtra (27)',
        'PO-7',
        'Bright Mills Private Limited',
        'GSTIN 27AAPFU0939F1ZV',
        '14 Mill Road, Parel, Mumbai',
        'PIN 400012',
        '999293',
        '₹18,999.00',
        'Discount (SPRING842)',
        '-₹1,900.00',
        'Taxable value ₹36,098.00',
        'IGST 18% ₹6,497.64',
        'Total ₹42,595.64',
        'Reverse charge No',
      ],
    ],
    [
      'an invoice of a person',
      someDocument({}, someSupply()),
      ['Asha Nair', 'Karnataka (29)', 'CGST 9% ₹3,419.82', 'SGST 9% ₹3,419.82', 'Total ₹44,837.64'],
    ],
    [
      'an invoice of a person who gave an address',
      someDocument(
        {},
        someSupply({
          buyer: {
            name: 'Asha Nair',
            state: '29',
            company: null,
            address: { address: '7 Beach Road, Karwar', pin: '581301' },
          },
        }),
      ),
      ['Asha Nair', '7 Beach Road, Karwar', 'PIN 581301, Karnataka (29)'],
    ],
    [
      'a credit note',
      someDocument({ kind: 'credit_note', number: 'MAC/2627/000001', reference: 'MA/2627/000001' }),
      [
        'ORIGINAL FOR RECIPIENT',
        'Credit note',
        'Invoice MA/2627/000001 of 22/11/2026',
        'Cancelled, 2 of 2 seats',
        'Leading SAFe',
        'For Kaveri Skills LLP: Meera Iyer, authorised signatory',
      ],
    ],
    [
      'a credit note for some seats',
      someDocument(
        { kind: 'credit_note', number: 'MAC/2627/000001', reference: 'MA/2627/000001' },
        someSupply({ seats: 5 }),
        { reason: 'part_cancellation', cancelledSeats: 2 },
      ),
      ['Cancelled, 2 of 5 seats'],
    ],
    [
      'a credit note for other details of the buyer',
      someDocument(
        { kind: 'credit_note', number: 'MAC/2627/000001', reference: 'MA/2627/000001' },
        someSupply(),
        { reason: 'correction', cancelledSeats: 0 },
      ),
      ["Correction of the buyer's details; the booking does not change"],
    ],
    [
      'a credit note for a reduction of the price',
      someDocument(
        { kind: 'credit_note', number: 'MAC/2627/000001', reference: 'MA/2627/000001' },
        someSupply(),
        { reason: 'goodwill', cancelledSeats: 0 },
      ),
      ['Reduction of the price; the booking does not change'],
    ],
    [
      'a commercial credit note',
      someDocument({
        kind: 'credit_note',
        number: 'MAN/2627/000001',
        reference: 'MA/2425/000001',
        withoutTax: true,
      }),
      ['Commercial credit note', 'Without GST: section 34(2)', 'Total ₹44,837.64', 'authorised signatory'],
    ],
    [
      'an invoice after an advance',
      someDocument({
        details: {
          ...someDocument().details,
          advance: { number: 'MAR/2627/000003', issuedOn: '2026-11-20', paise: 44_837_64 },
        },
      }),
      [
        'Receipt voucher MAR/2627/000003 of 20/11/2026',
        'Total ₹44,837.64',
        'Advance received -₹44,837.64',
        'Balance ₹0.00',
      ],
    ],
    [
      'a supply abroad',
      someDocument({ placeOfSupply: '96' }, someSupply({ placeOfSupply: '96' })),
      ['Outside India (96)', 'IGST 18%'],
    ],
  ])('shows the data of the document on one page: %s', async (_name, document, words) => {
    const { text, totalPages } = await read(document);
    expect(totalPages).toBe(1);
    for (const word of words) expect(text).toContain(withoutSpace(word));
    // Everything in the content is on the page.
    const content = pdfContentOf(document);
    const all = [
      content.copy,
      content.title,
      ...content.supplier,
      ...content.facts.flat(),
      ...content.buyer,
      ...content.columns,
    ];
    for (const word of [
      ...all,
      ...content.item,
      ...content.sums.flat(),
      ...content.total,
      ...content.paid.flat(),
      ...content.footnotes,
    ])
      expect(text).toContain(withoutSpace(word));
  });

  it.each([
    ['Bengali', 'চন্দ্রকান্ত'],
    ['Gujarati', 'કૃષ્ણ'],
    ['Gurmukhi', 'ਸ੍ਰੀ'],
    ['Kannada', 'ಬೆಂಗಳೂರು'],
    ['Malayalam', 'സ്ത്രീ'],
    ['Oriya', 'ଶ୍ରୀ'],
    ['Tamil', 'தமிழ்'],
    ['Telugu', 'విశ్వవిద్యాలయం'],
  ])(
    'renders a name in %s with the font of its script, and embeds no font of another script',
    async (script, name) => {
      const mixed = someSupply({ buyer: { name: `${name} & Sons`, state: '29', company: null } });
      const text = (await render(someDocument({}, mixed))).toString('latin1');
      const others = new Set(text.match(/NotoSans[A-Z]\w+/g));
      expect([...others]).toEqual([`NotoSans${script}`]);
    },
  );

  it('has the same bytes each time, with tags and embedded fonts', async () => {
    const document = someDocument({}, forPerson);
    const body = await render(document);
    expect(body.equals(await render(document))).toBe(true);
    const text = body.toString('latin1');
    expect(text.startsWith('%PDF-1.7')).toBe(true);
    for (const mark of ['/StructTreeRoot', '/Marked true', '/Lang (en-IN)', '/FontFile2'])
      expect(text).toContain(mark);
    expect(text).not.toContain('Helvetica');
  });

  it('fits long texts on the page', async () => {
    const supply = someSupply({
      course: 'Professional Scrum with very many words '.repeat(5).trim(),
      buyer: { name: 'x', state: '27', company: { ...company, address: 'A long street '.repeat(14).trim() } },
    });
    expect((await read(someDocument({ placeOfSupply: '27' }, supply))).totalPages).toBe(1);
  });
});
