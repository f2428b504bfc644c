/**
 * Emails and PDFs with the brand of another kind of company. `apps/web/src/app/second-brand.test.ts` tests
 * its pages.
 */
import { inflateSync } from 'node:zlib';
import { setInstance } from '@meridian/contracts/site/instance';
import { readInstanceFolder } from '@meridian/instance/folder';
import { sampleFolder, sampleWords, secondBrandDir } from '@meridian/instance/sample';
import { renderMail } from '@meridian/mail-templates';
import { mailKinds, mails } from '@meridian/mail-templates/kinds';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { company, someDocument, someSupply } from '../../testing/invoices/documents.ts';
import { pdfContentOf } from '../enrolment/documents/pdf/pdf-content.ts';
import { renderInThread } from '../enrolment/documents/pdf/render-in-thread.ts';
import { mailSenderOf } from '../mail/outbox/mail-sender.ts';

const supplier = {
  legalName: 'Kaveri Skills LLP',
  gstin: '33AAPFU0939F1Z2',
  address: { street: '7 Cathedral Road', town: 'Chennai', pin: '600086' },
  signatory: 'Meera Iyer',
};
const publicUrl = 'https://kaveriskills.in';
/** `#0f6b5c` and the other colours of the sample brand that a reader would recognise. */
const buildColours = /#0f6b5c|#0a5247|#147564|#86dcc6/i;

beforeAll(() => setInstance(readInstanceFolder(secondBrandDir, {}).instance));
afterAll(() => setInstance(sampleFolder.instance));

/** Replaces the course and the town in the data of a sample. */
function ownData<Data>(data: Data): Data {
  const text = JSON.stringify(data).replaceAll(new RegExp(sampleWords, 'g'), 'Excel');
  return JSON.parse(text) as Data;
}

describe('emails with a second brand', () => {
  const samples = mailKinds.flatMap((kind) =>
    Object.entries(mails[kind].samples).map(([variant, data]) => ({ kind, variant, data })),
  );

  it('are at least ten', () => expect(mailKinds.length).toBeGreaterThanOrEqual(10));

  it.each(samples)(
    '$kind, $variant, has the name and the colours of the brand, and no text of the sample brand',
    ({ kind, data }) => {
      const { subject, html, text } = renderMail(
        kind,
        ownData(data) as never,
        mailSenderOf({ supplier, publicUrl }),
      );
      for (const part of [html, text]) expect(part).toContain('Kaveri Skills');
      expect(`${subject} ${html} ${text}`.match(sampleWords)?.[0]).toBeUndefined();
      expect(html.match(buildColours)?.[0]).toBeUndefined();
      expect(html).toContain('#1f1430');
    },
  );
});

/** Decompressed drawing operators of all streams of a PDF. */
function drawingOf(pdf: Buffer): string {
  const streams = pdf.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g);
  return [...streams]
    .map(([, stream = '']) => {
      try {
        return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
      } catch {
        return '';
      }
    })
    .join('\n');
}

/** A colour as PDF operands: each component from 0 to 1. */
const colourOf = (colour: string) =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255).join(' ');

describe('PDFs with a second brand', () => {
  const supply = someSupply({ course: 'GST returns', placeOfSupply: '33' });
  const forCompany = { ...supply, buyer: { name: 'Asha Nair', state: '27', company } };
  const correction = { reason: 'cancellation', cancelledSeats: 1 } as const;
  const documents = [
    someDocument({ placeOfSupply: '33', number: 'KS/2627/000001' }, supply, correction, supplier),
    someDocument({ placeOfSupply: '27', number: 'KS/2627/000002' }, forCompany, correction, supplier),
    someDocument(
      { kind: 'credit_note', number: 'KSC/2627/000001', reference: 'KS/2627/000001' },
      supply,
      correction,
      supplier,
    ),
  ].map(
    (document) =>
      [
        'KS',
        () =>
          renderInThread({
            kind: 'document',
            content: pdfContentOf(document),
            issuedAt: document.issuedAt,
          }),
      ] as const,
  );
  const certificate = {
    provider: 'Kaveri Skills LLP',
    name: 'Asha Nair',
    course: 'GST returns',
    held: 'Sat 5 Dec 2026',
    credits: '',
    number: 'K7M3PXQ2AB',
    issued: '6 Dec 2026',
    verifyUrl: `${publicUrl}/certificate/K7M3PXQ2AB`,
  };

  it.each([
    ...documents,
    [
      'K7M3PXQ2AB',
      () =>
        renderInThread({
          kind: 'certificate',
          content: certificate,
          issuedAt: new Date('2026-12-06T12:00:00Z'),
        }),
    ] as const,
  ])(
    '%s has the name and the colour of the brand, and no text of the sample brand',
    async (number, render) => {
      const pdf = await render();
      const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
      expect(text).toContain('Kaveri Skills LLP');
      expect(text).toContain(number);
      expect(text.match(sampleWords)?.[0]).toBeUndefined();
      const drawing = drawingOf(Buffer.from(pdf));
      expect(drawing).toContain(colourOf('#5b2a86'));
      expect(drawing).not.toContain(colourOf('#0f6b5c'));
    },
  );
});
