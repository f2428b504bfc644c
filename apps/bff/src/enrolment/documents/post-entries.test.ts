import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { someSupply } from '../../../testing/invoices/documents.ts';
import { insertPaidOrder } from '../../../testing/invoices/paid-order.ts';
import { supplier } from '../../../testing/invoices/settings.ts';
import { useMigratedDatabase } from '../../../testing/test-database.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { issueDocuments } from './issue-document.ts';
import { requestCorrection, requestInvoice } from './request-documents.ts';
import type { Supply } from './supply.ts';

const { url } = await useMigratedDatabase();
const database = openDatabase(url, { maxConnections: 2 });
await migrate(database);
afterAll(() => database.destroy());

const jobs = { enqueue: async () => undefined };
const deps = { database, jobs, supplier, prefix: 'MA', issue: 'payment' as 'payment' | 'batch_end' };

async function invoiced(change: Partial<Supply> = {}, paidAt = new Date()): Promise<string> {
  const orderId = await insertPaidOrder(database, paidAt);
  await database
    .transaction()
    .execute((transaction) =>
      requestInvoice(transaction, jobs, { orderId, version: 1, supply: someSupply(change) }),
    );
  await issueDocuments(deps, orderId);
  return orderId;
}

async function credit(orderId: string, totalPaise: number, change: Partial<Supply> = {}): Promise<void> {
  const supply = someSupply(change);
  await database.transaction().execute((transaction) =>
    requestCorrection(transaction, jobs, { orderId, version: totalPaise, supply }, totalPaise, {
      reason: 'goodwill',
      cancelledSeats: 0,
    }),
  );
  await issueDocuments(deps, orderId);
}

/** @returns the entries as `debit/credit paise`, oldest first */
async function entriesOf(orderId: string): Promise<string[]> {
  const rows = await database
    .selectFrom('ledger_entries')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
  return rows.map(({ debit, credit: to, paise }) => `${debit}/${to} ${paise}`);
}

const taxDaysOf = async (orderId: string) =>
  (
    await sql<{ day: string; tax_day: string }>`
      select distinct day::text, tax_day::text from ledger_entries where order_id = ${orderId} order by 1, 2`.execute(
      database,
    )
  ).rows;

describe('the ledger entries of documents', () => {
  it('an invoice moves the amount paid to the supply and its tax, and a credit note moves it back', async () => {
    const orderId = await invoiced();
    await credit(orderId, 22_418_82);
    expect(await entriesOf(orderId)).toEqual([
      'customer/unearned 3799800',
      'customer/output_cgst 341982',
      'customer/output_sgst 341982',
      'unearned/customer 1899900',
      'output_cgst/customer 170991',
      'output_sgst/customer 170991',
    ]);
  });

  it('posts the round-off of an odd paisa', async () => {
    const orderId = await invoiced({ totalPaise: 118_07 });
    expect(await entriesOf(orderId)).toEqual([
      'customer/unearned 10006',
      'customer/output_cgst 900',
      'customer/output_sgst 900',
      'customer/round_off 1',
    ]);
  });

  it('a voucher posts the tax of the advance, which its invoice or refund voucher reverses', async () => {
    deps.issue = 'batch_end';
    const orderId = await invoiced({ placeOfSupply: '27' });
    await credit(orderId, 22_418_82, { placeOfSupply: '27' });
    expect(await entriesOf(orderId)).toEqual([
      'advance_gst/output_igst 683964',
      'output_igst/advance_gst 341982',
    ]);
    await sql`update document_requests set issue_from = now(), supply = supply || '{"endsOn": "2020-01-01"}'
      where order_id = ${orderId} and not is_settled`.execute(database);
    await issueDocuments(deps, orderId);
    deps.issue = 'payment';
    expect((await entriesOf(orderId)).slice(2)).toEqual([
      'customer/unearned 1899900',
      'customer/output_igst 341982',
      'output_igst/advance_gst 341982',
    ]);
  });

  it('a commercial credit note reduces the supply, and not its tax', async () => {
    const orderId = await invoiced({}, new Date('2025-03-20T12:00:00+05:30'));
    await credit(orderId, 22_418_82);
    expect((await entriesOf(orderId)).slice(3)).toEqual(['unearned/customer 2241882']);
  });

  it('the tax of an invoice is due on the day of the payment in India, the tax of a credit note on the day of the credit note', async () => {
    const paidAt = new Date('2026-03-31T23:59:59+05:30');
    const orderId = await invoiced({}, paidAt);
    const [invoice] = await taxDaysOf(orderId);
    expect(invoice?.tax_day).toBe('2026-03-31');
    await credit(orderId, 22_418_82);
    expect(await taxDaysOf(orderId)).toEqual([invoice, { day: invoice?.day, tax_day: invoice?.day }]);
  });
});
