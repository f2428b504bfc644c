import { createHash } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { useCheckoutStack } from '../../../testing/checkout/checkout-stack.ts';
import { company } from '../../../testing/invoices/documents.ts';
import { supplier } from '../../../testing/invoices/settings.ts';
import type { ComposedMail, DueMail } from '../../mail/outbox/composer.ts';
import { transact } from '../../platform/database/transact.ts';
import { storePdf, waitsForRegistration } from '../documents/files.ts';
import { issueDocuments } from '../documents/issue-document.ts';
import { createOrderComposer } from '../messages/order-composer.ts';
import { pdfAttachments } from '../messages/order-pdfs.ts';

const stack = await useCheckoutStack();
const { http, database, jobs } = stack;
const issuing = { database, jobs, supplier, prefix: 'MA', issue: 'payment' as const };
const publicUrl = 'https://academy.example';
const pdfOptions = { database, jobs, publicUrl, eInvoice: false };

beforeEach(() => stack.reset());

async function paid(overrides: Record<string, unknown> = {}) {
  const { order_id: providerId, receipt_path: path } = await stack.open(overrides);
  await http
    .post('/api/booking')
    .send(await stack.pay(providerId))
    .expect(200);
  const { id } = await stack.order(providerId);
  return { id, receipt: `/api${path.replace('/receipt/', '/receipts/')}` };
}

it('a receipt lists its documents once their PDFs exist, and its token is enough to download them', async () => {
  const { id, receipt } = await paid();
  const documents = async () => (await http.get(receipt).expect(200)).body.data.documents;
  const [number = ''] = await issueDocuments(issuing, id);
  expect(await documents()).toEqual([]);
  await storePdf(pdfOptions, number);
  await storePdf(pdfOptions, number);
  const path = `${receipt}/documents/${number.replaceAll('/', '-')}.pdf`;
  expect(await documents()).toEqual([
    { kind: 'invoice', number, issued_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), path },
  ]);

  const file = await http.get(path).expect(200);
  expect(file.headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
    'content-disposition': `attachment; filename="${number.replaceAll('/', '-')}.pdf"`,
  });
  const { sha256 } = await database
    .selectFrom('invoice_files')
    .select('sha256')
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  expect(createHash('sha256').update(file.body).digest('hex')).toBe(sha256);

  const other = await paid();
  for (const wrong of [
    path.replace(receipt, other.receipt),
    path.replace(receipt, `/api/receipts/${'0'.repeat(40)}`),
    path.replace(/\d\.pdf$/, '0.pdf').replace(/0+0\.pdf$/, '999999.pdf'),
    `${receipt}/documents/x.pdf`,
  ])
    await http.get(wrong).expect(404);
});

it('an accounts department is mailed each document once, with the file and without a link to the order', async () => {
  const { id } = await paid({ billing: { state: '27', company } });
  const [number = ''] = await issueDocuments(issuing, id);
  const enqueued = () =>
    database.selectFrom('mails').selectAll().where('kind', '=', 'documents_issued').execute();
  expect(await enqueued()).toEqual([]);
  await storePdf(pdfOptions, number);
  await storePdf(pdfOptions, number);
  const [row, ...others] = await enqueued();
  expect({ to: row?.recipient, others }).toEqual({ to: company.invoice_email, others: [] });

  const options = { publicUrl, issuesInvoices: true };
  const mail = { ...row, orderId: id, leadId: null, ageMs: 0 } as unknown as DueMail;
  const composed = await transact(database, (transaction) =>
    createOrderComposer(options).compose(transaction, [mail]),
  );
  expect(composed.get(mail.id)).toMatchObject({
    data: {
      documents: [{ kind: 'invoice', document: { state: 'attached', number } }],
      order: null,
      company: { legalName: company.legal_name },
    },
  });
  expect(JSON.stringify([...composed])).not.toMatch(/receipt|https?:/);
  const { data } = composed.get(mail.id) as { data: ComposedMail['data'] };
  const files = await pdfAttachments(database)({ ...mail, data });
  expect(files.map(({ filename }) => filename)).toEqual([`${number.replaceAll('/', '-')}.pdf`]);
});

it.each([
  ['a company’s invoice', { kind: 'invoice', registered: true, irn: null, withoutTax: false }, true],
  ['a registered invoice', { kind: 'invoice', registered: true, irn: 'x', withoutTax: false }, false],
  ['a person’s invoice', { kind: 'invoice', registered: false, irn: null, withoutTax: false }, false],
  ['a note without tax', { kind: 'credit_note', registered: true, irn: null, withoutTax: true }, false],
  ['a voucher', { kind: 'receipt_voucher', registered: true, irn: null, withoutTax: false }, false],
] as const)('with e-invoicing, only a PDF that needs an IRN waits for it: %s', (_name, document, waits) => {
  expect(waitsForRegistration(document, true)).toBe(waits);
  expect(waitsForRegistration(document, false)).toBe(false);
});
