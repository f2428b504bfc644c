import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { drawPaper } from './draw-paper.ts';
import type { IssuedDocument } from './issued.ts';
import { paperOf } from './paper.ts';
import { company, someDocument, someSupply } from './testing/documents.ts';

const publicUrl = 'https://academy.example';
const draw = (document: IssuedDocument) => drawPaper(paperOf(document, publicUrl), document.issuedAt);

const forCompany = someSupply({
  ...{ placeOfSupply: '27', discountPaise: 1_900_00, totalPaise: 42_595_64, couponCode: 'SPRING842' },
  buyer: { name: 'Asha Nair', state: '27', company },
});
const forPerson = someSupply({ buyer: { name: 'आशा नायर', state: '29', company: null } });

/** Without white space: lines are broken where they are full. */
const dense = (text: string) => text.replace(/\s+/g, '');

async function read(document: IssuedDocument) {
  const file = await getDocumentProxy(new Uint8Array(await draw(document)));
  const { text, totalPages } = await extractText(file, { mergePages: true });
  return { text: dense(text), totalPages };
}

describe('19 the paper of a document', () => {
  it.each<[string, IssuedDocument, string[]]>([
    [
      'an invoice of a company',
      someDocument({ placeOfSupply: '27' }, forCompany),
      [
        ...[
          'Tax invoice',
          'GSTIN 29AAAAM0000M1ZX',
          'MA/2627/000001',
          '22/11/2026',
          'Maharashtra (27)',
          'PO-7',
        ],
        ...[
          'Bright Mills Private Limited',
          'GSTIN 27AAPFU0939F1ZV',
          '14 Mill Road, Parel, Mumbai',
          'PIN 400012',
        ],
        ...['999293', '₹18,999.00', 'Discount (SPRING842)', '-₹1,900.00', 'Taxable value ₹36,098.00'],
        ...['IGST 18% ₹6,497.64', 'Total ₹42,595.64', 'Reverse charge No'],
      ],
    ],
    [
      'an invoice of a person, in both scripts',
      someDocument({}, someSupply()),
      ['Asha Nair', 'Karnataka (29)', 'CGST 9% ₹3,419.82', 'SGST 9% ₹3,419.82', 'Total ₹44,837.64'],
    ],
    [
      'a credit note',
      someDocument({ kind: 'credit_note', number: 'MAC/2627/000001', reference: 'MA/2627/000001' }),
      ['Credit note', 'Invoice MA/2627/000001 of 22/11/2026', 'Cancelled: Leading SAFe'],
    ],
    [
      'a supply abroad',
      someDocument({ placeOfSupply: '96' }, someSupply({ placeOfSupply: '96' })),
      ['Outside India (96)', 'SUPPLY MEANT FOR EXPORT ON PAYMENT OF INTEGRATED TAX', 'IGST 18%'],
    ],
  ])('says on one page what its data say: %s', async (_name, document, words) => {
    const { text, totalPages } = await read(document);
    expect(totalPages).toBe(1);
    for (const word of words) expect(text).toContain(dense(word));
    // Nothing of the words is lost on the way to the page.
    const paper = paperOf(document, publicUrl);
    const all = [paper.title, ...paper.supplier, ...paper.facts.flat(), ...paper.buyer, ...paper.columns];
    for (const word of [...all, ...paper.item, ...paper.sums.flat(), ...paper.total, ...paper.notes])
      expect(text).toContain(dense(word));
  });

  it('is the same bytes whenever it is made, tagged, with its fonts in it', async () => {
    const document = someDocument({}, forPerson);
    const body = await draw(document);
    expect(body.equals(await draw(document))).toBe(true);
    const text = body.toString('latin1');
    expect(text.startsWith('%PDF-1.7')).toBe(true);
    for (const mark of ['/StructTreeRoot', '/Marked true', '/Lang (en-IN)', '/FontFile2'])
      expect(text).toContain(mark);
    expect(text).not.toContain('Helvetica');
  });

  it('has room for long words', async () => {
    const supply = someSupply({
      course: 'Professional Scrum with very many words '.repeat(5).trim(),
      buyer: { name: 'x', state: '27', company: { ...company, address: 'A long street '.repeat(14).trim() } },
    });
    expect((await read(someDocument({ placeOfSupply: '27' }, supply))).totalPages).toBe(1);
  });
});
