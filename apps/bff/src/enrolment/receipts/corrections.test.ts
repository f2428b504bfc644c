import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { buyer, useCheckoutStack } from '../../../testing/checkout/checkout-stack.ts';
import { company } from '../../../testing/invoices/documents.ts';
import { supplier } from '../../../testing/invoices/settings.ts';
import { operationsOn } from '../../../testing/operators/actions-on.ts';
import { invoicesCommand } from '../../operators/cli/invoices.ts';
import { transact } from '../../platform/database/transact.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Env } from '../../platform/settings/env.ts';
import { openCorrecting } from '../decisions/correct-billing.ts';
import { decide } from '../decisions/decide.ts';
import { issueDocuments } from '../documents/issue-document.ts';
import { documentsOfOrder } from '../documents/issued.ts';
import { registerDocument } from '../documents/register.ts';

const stack = await useCheckoutStack();
const { http, database, jobs } = stack;
const issuing = { database, jobs, supplier, prefix: 'MA', issue: 'payment' as const };
const settings = { prefix: 'MA', issue: 'payment' as const, eInvoice: false };

beforeEach(async () => {
  await stack.reset();
  await database.deleteFrom('document_requests').where('is_settled', '=', false).execute();
});

/** Stores a stand-in for the PDF of each issued document. */
async function storePdfs(orderId: string): Promise<void> {
  const values = { body: randomBytes(8), sha256: '', created_at: new Date() };
  for (const { number } of await documentsOfOrder(database, orderId))
    await database
      .insertInto('invoice_files')
      .values({ number, ...values })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

async function invoiced(billing: object = { state: '27' }) {
  const { order_id: providerId, receipt_path: path } = await stack.open({ billing });
  const paid = await stack.pay(providerId);
  await http.post('/api/booking').send(paid).expect(200);
  const { id } = await stack.order(providerId);
  await issueDocuments(issuing, id);
  await storePdfs(id);
  return { id, providerId, address: path.replace('/receipt/', '/api/receipts/') };
}

async function ops(
  args: string[],
  change: Partial<Env['invoices']> = {},
  queue: Pick<Jobs, 'enqueue' | 'revive' | 'cancel'> = jobs,
) {
  const lines: string[] = [];
  const invoices = { ...settings, ...change };
  const correcting = openCorrecting(
    { database, jobs: queue },
    { supplier, invoices, onlinePlace: 'recipient_state' },
  );
  const deps = operationsOn(database, {}, { jobs: queue, correcting });
  const status = await invoicesCommand(['reissue', ...args], deps, (line) => lines.push(line));
  return { status, text: lines.join('\n') };
}

const documentsIssued = async (id: string) =>
  (await documentsOfOrder(database, id)).map(({ kind, amounts, placeOfSupply }) => [
    kind,
    placeOfSupply,
    amounts.totalPaise,
  ]);
const receiptOf = async (address: string) => (await http.get(address).expect(200)).body.data;
const asCompany = { state: '27', company };

it('a payer’s request opens a case, and an operator reissues the invoice with one command', async () => {
  const { id, address } = await invoiced();
  expect((await receiptOf(address)).correction_until).toMatch(/^\d{4}-\d\d-10$/);
  await http.post(`${address}/billing`).send({ state: '29' }).expect(200);
  await http.post(`${address}/billing`).send(asCompany).expect(200);
  expect(await receiptOf(address)).toMatchObject({ correction_asked: true });
  expect(await stack.cases()).toEqual(['invoice_correction']);
  expect((await ops([id])).text).toContain('Bright Mills Private Limited');
  expect((await ops([id, '--as-asked'])).status).toBe(2);

  const { status, text } = await ops([id, '--as-asked', '--note', 'a company bought']);
  expect({ status, text }).toEqual({
    status: 0,
    text: expect.stringMatching(/^Credit note MAC\S+ and invoice MA\//),
  });
  const [first, note, second] = await documentsOfOrder(database, id);
  expect(note).toMatchObject({ kind: 'credit_note', reference: first?.number, registered: false });
  expect(note?.amounts).toEqual(first?.amounts);
  expect(note?.eInvoice.BuyerDtls).toEqual(first?.eInvoice.BuyerDtls);
  expect(second).toMatchObject({
    kind: 'invoice',
    registered: true,
    eInvoice: { BuyerDtls: { Gstin: company.gstin } },
  });
  expect(second?.amounts).toEqual(first?.amounts);
  const told = await database
    .selectFrom('mails')
    .select(['recipient', 'facts'])
    .where('kind', '=', 'documents_issued')
    .execute();
  expect(told).toEqual([{ recipient: buyer.email, facts: { numbers: [note?.number, second?.number] } }]);
  expect(await stack.cases()).toEqual([]);
  await storePdfs(id);
  expect(await receiptOf(address)).not.toHaveProperty('correction_asked');
  expect((await ops([id, '--as-asked', '--note', 'again'])).status).toBe(1);
});

it('another state splits the tax again, and later cancellations are credited to the new buyer', async () => {
  const { id, providerId } = await invoiced();
  await decide(stack.deps, id, { kind: 'cancel', seats: 1 }, 'one cannot come');
  await issueDocuments(issuing, id);
  await stack.finishRefunds();
  await stack.checkout.reconcile();
  expect((await ops([id, '--state', '29', '--note', 'lives elsewhere'])).status).toBe(0);
  expect((await stack.order(providerId)).placeOfSupply).toBe('29');
  await decide(stack.deps, id, { kind: 'cancel' }, 'nor the other');
  await issueDocuments(issuing, id);
  expect(await documentsIssued(id)).toEqual([
    ['invoice', '27', 44_837_64],
    ['credit_note', '27', 22_418_82],
    ['credit_note', '27', 22_418_82],
    ['invoice', '29', 22_418_82],
    ['credit_note', '29', 22_418_82],
  ]);
  const [, , , invoice, last] = await documentsOfOrder(database, id);
  expect(last).toMatchObject({ reference: invoice?.number, amounts: { cgstPaise: 1_709_91, igstPaise: 0 } });
  expect((await ops([id, '--state', '27', '--note', 'x'])).text).toContain('credited already');
});

it('is refused after the 10th of the next month, and if there is no invoice', async () => {
  const { address, id } = await invoiced();
  await stack.setClock(45 * 86_400_000);
  await http.post(`${address}/billing`).send({ state: '29' }).expect(409);
  expect(await receiptOf(address)).not.toHaveProperty('correction_until');
  await stack.setClock(0);
  await http.post(`${address}/billing`).send({ state: '00' }).expect(400);
  await http
    .post(`/api/receipts/${'0'.repeat(40)}/billing`)
    .send({ state: '29' })
    .expect(404);
  const { receipt_path: unpaid } = await stack.open();
  await http
    .post(`${unpaid.replace('/receipt/', '/api/receipts/')}/billing`)
    .send({ state: '29' })
    .expect(409);
  expect((await documentsIssued(id)).length).toBe(1);
});

it('a declined request can be made again', async () => {
  const { address, id } = await invoiced();
  await http.post(`${address}/billing`).send({ state: '29' }).expect(200);
  await stack.closeCase('invoice_correction', 'resolved');
  expect(await receiptOf(address)).not.toHaveProperty('correction_asked');
  expect((await ops([id, '--as-asked', '--note', 'x'])).status).toBe(1);
  await http.post(`${address}/billing`).send(asCompany).expect(200);
  expect(await stack.cases()).toEqual(['invoice_correction']);
});

it('keeps the fields that a correction does not name', async () => {
  const { id, providerId } = await invoiced(asCompany);
  expect((await ops([id, '--address', '15 Mill Road', '--note', 'moved'])).status).toBe(0);
  const moved = { ...company, address: '15 Mill Road' };
  expect(await stack.order(providerId)).toMatchObject({ billingState: '27', company: moved });
  expect((await documentsOfOrder(database, id)).at(-1)).toMatchObject({
    eInvoice: { BuyerDtls: { Gstin: company.gstin, Addr1: '15 Mill Road', Pin: 400_012 } },
    details: { poNumber: 'PO-7' },
  });
  expect((await ops([id, '--po-number', '', '--note', 'none'])).status).toBe(0);
  expect((await stack.order(providerId)).company).toEqual({ ...moved, po_number: '' });
  expect((await ops([id, '--person', '--note', 'a person bought'])).status).toBe(0);
  expect(await stack.order(providerId)).toMatchObject({ billingState: '27', company: null });
  const incomplete = await ops([id, '--gstin', company.gstin, '--note', 'a company bought']);
  expect(incomplete).toEqual({ status: 2, text: expect.stringContaining('Company name is required') });
});

it('corrects the name of a person', async () => {
  const { id, providerId } = await invoiced();
  expect((await ops([id, '--last-name', 'Menon', '--note', 'misspelt'])).status).toBe(0);
  expect((await stack.order(providerId)).contact).toMatchObject({ firstName: 'Asha', lastName: 'Menon' });
  const names = (await documentsOfOrder(database, id)).map(({ eInvoice }) => eInvoice.BuyerDtls.LglNm);
  expect(names).toEqual(['Asha Nair', 'Asha Nair', 'Asha Menon']);
});

describe('before the invoice is issued', () => {
  const later = { issue: 'batch_end' } as const;

  async function advanced(billing?: object) {
    const { order_id: providerId } = await stack.open({ billing: billing ?? { state: '27' } });
    await http
      .post('/api/booking')
      .send(await stack.pay(providerId))
      .expect(200);
    const { id } = await stack.order(providerId);
    await issueDocuments({ ...issuing, ...later }, id);
    return id;
  }

  async function endBatch(id: string) {
    await sql`update document_requests set issue_from = now(), supply = supply || '{"endsOn": "2020-01-01"}'
      where order_id = ${id} and not is_settled`.execute(database);
    await issueDocuments({ ...issuing, ...later }, id);
  }

  it('the invoice names the corrected buyer and its receipt voucher', async () => {
    const id = await advanced();
    expect(await ops([id, '--last-name', 'Menon', '--note', 'misspelt'], later)).toEqual({
      status: 0,
      text: 'The billing details are changed: the next document has them.',
    });
    await endBatch(id);
    const [voucher, invoice, ...more] = await documentsOfOrder(database, id);
    expect(more).toEqual([]);
    expect(invoice).toMatchObject({
      kind: 'invoice',
      eInvoice: { BuyerDtls: { LglNm: 'Asha Menon' } },
      details: { advance: { number: voucher?.number, issuedOn: voucher?.issuedOn, paise: 44_837_64 } },
    });
  });

  it('another place of supply refunds the voucher and issues a new one', async () => {
    const id = await advanced();
    expect((await ops([id, '--state', '29', '--note', 'lives elsewhere'], later)).text).toMatch(
      /^Refund voucher MAF\S+ and receipt voucher MAR\S+ are issued\.$/,
    );
    await endBatch(id);
    expect(await documentsIssued(id)).toEqual([
      ['receipt_voucher', '27', 44_837_64],
      ['refund_voucher', '27', 44_837_64],
      ['receipt_voucher', '29', 44_837_64],
      ['invoice', '29', 44_837_64],
    ]);
    expect((await documentsOfOrder(database, id)).at(-1)?.amounts).toMatchObject({ cgstPaise: 3_419_82 });
  });
});

it('an e-invoice must have an IRN before it is credited', async () => {
  const { id } = await invoiced(asCompany);
  const change = ['--state', '27', '--legal-name', 'Bright Mills', '--gstin', company.gstin];
  const args = [id, ...change, '--address', '15 Mill Road', '--pin', '400012', '--note', 'moved'];
  expect((await ops(args, { eInvoice: true })).text).toContain('Record the IRN first');
  expect(
    (await ops([id, ...change, '--address', '15 Mill Road', '--pin', '4', '--note', 'x'])).text,
  ).toContain('company.pin');
  const [first] = await documentsOfOrder(database, id);
  const registration = { irn: 'ab'.repeat(32), ackNo: '1', ackOn: 'x', signedQr: null };
  await transact(database, (transaction) =>
    registerDocument(transaction, jobs, first?.number ?? '', registration),
  );
  expect((await ops(args, { eInvoice: true })).status).toBe(0);
  expect((await documentsIssued(id)).map(([kind]) => kind)).toEqual(['invoice', 'credit_note', 'invoice']);
});

it('is one commit: a failure changes nothing', async () => {
  const { id, providerId } = await invoiced();
  const failing = { ...jobs, enqueue: () => Promise.reject(new Error('the queue is down')) };
  await expect(ops([id, '--state', '29', '--note', 'x'], {}, failing)).rejects.toThrow();
  expect(await documentsIssued(id)).toEqual([['invoice', '27', 44_837_64]]);
  expect((await stack.order(providerId)).billingState).toBe('27');
  const { status } = await ops([id, '--state', '29', '--note', 'x']);
  expect(status).toBe(0);
  const invoices = (await documentsOfOrder(database, id)).filter(({ kind }) => kind === 'invoice');
  const [first = 0, second = 0] = invoices
    .map(({ number }) => Number(number.slice(-6)))
    .sort((a, b) => a - b);
  // The number returned by the rollback is used again.
  expect(second - first).toBe(1);
});

it('is refused once a credit note no longer reduces the tax, because a new invoice would add the tax again', async () => {
  const { id } = await invoiced();
  await sql`update orders set paid_at = '2025-03-31T12:00:00Z' where id = ${id}`.execute(database);
  expect(await ops([id, '--last-name', 'Menon', '--note', 'misspelt'])).toEqual({
    status: 1,
    text: expect.stringContaining('no longer reduces the tax'),
  });
  expect(await documentsIssued(id)).toEqual([['invoice', '27', 44_837_64]]);
});

describe('a name that no font of documents has', () => {
  async function paidAs(first: string) {
    const { order_id: providerId, receipt_path: path } = await stack.open({ first_name: first });
    await http
      .post('/api/booking')
      .send(await stack.pay(providerId))
      .expect(200);
    const { id } = await stack.order(providerId);
    return { id, address: path.replace('/receipt/', '/api/receipts/') };
  }

  it('opens a case, takes no number, and is issued once an operator has corrected it', async () => {
    const { id, address } = await paidAs('李明');
    stack.deps.settings.issuesInvoices = true;
    expect((await receiptOf(address)).statement.pending).toEqual(['documents']);
    stack.deps.settings.issuesInvoices = false;
    expect(await issueDocuments(issuing, id)).toEqual([]);
    expect(await issueDocuments(issuing, id)).toEqual([]);
    expect(await stack.cases()).toEqual(['glyph_missing']);
    await expect(stack.closeCase('glyph_missing', 'resolved')).rejects.toThrow('when its reason is gone');

    const { id: other } = await paidAs('தமிழ்');
    const [before = ''] = await issueDocuments(issuing, other);
    expect(await ops([id, '--first-name', '🚀', '--note', 'typing error'])).toEqual({
      status: 2,
      text: expect.stringContaining("all characters of the buyer's name"),
    });
    expect((await ops([id, '--first-name', 'Li Ming', '--note', 'as on the passport'])).status).toBe(0);
    const [after = ''] = await issueDocuments(issuing, id);
    expect(Number(after.slice(-6))).toBe(Number(before.slice(-6)) + 1);
    expect((await documentsOfOrder(database, id))[0]?.eInvoice.BuyerDtls.LglNm).toMatch(/^Li Ming/);
    expect(await stack.cases()).toEqual([]);
    const { facts } = await database
      .selectFrom('mails')
      .select('facts')
      .where('kind', '=', 'documents_issued')
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(facts).toEqual({ numbers: [after] });
  });
});
