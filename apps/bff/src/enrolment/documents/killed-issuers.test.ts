import { fork } from 'node:child_process';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { someSupply } from '../../../testing/invoices/documents.ts';
import { insertPaidOrder } from '../../../testing/invoices/paid-order.ts';
import { useMigratedDatabase } from '../../../testing/test-database.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { requestInvoice } from './request-documents.ts';

interface Size {
  orders: number;
  kills: number;
}

/** With `ISSUING=all`, the documents of a year. */
const isYear = process.env.ISSUING === 'all';
const size: Size = isYear ? { orders: 10_000, kills: 50 } : { orders: 60, kills: 5 };
/** Smaller, because one kill within a transaction is enough to leave a gap. */
const sequenceSize: Size = { orders: 30, kills: 2 };
const processes = 3;
const timeoutMs = 30 * 60_000;

const { url } = await useMigratedDatabase();
const database = openDatabase(url, { maxConnections: 3 });
await migrate(database);
afterAll(() => database.destroy());

const jobs = { enqueue: async () => undefined };
const program = resolve(import.meta.dirname, '../../../testing/invoices/issuing-process.ts');

async function requestInvoices(orders: number): Promise<string[]> {
  const orderIds: string[] = [];
  for (let order = 0; order < orders; order += 1) orderIds.push(await insertPaidOrder(database));
  for (let from = 0; from < orders; from += 50)
    await database.transaction().execute(async (transaction) => {
      for (const orderId of orderIds.slice(from, from + 50))
        await requestInvoice(transaction, jobs, { orderId, version: 1, supply: someSupply() });
    });
  return orderIds;
}

/**
 * Issues all requests in processes that are killed within their transactions.
 *
 * @returns the number of kills
 */
async function issueAndKill(source: 'counter' | 'sequence', size: Size): Promise<number> {
  let kills = 0;
  const run = () =>
    new Promise<'killed' | 'done'>((resolveEnd, reject) => {
      const share = kills < size.kills ? String(Math.min(0.5, (6 * size.kills) / size.orders)) : '0';
      const child = fork(program, [url, source, share], {
        execArgv: [],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      child.on('message', () => {
        kills += 1;
        child.kill('SIGKILL');
      });
      child.on('exit', (code, signal) => {
        if (signal === 'SIGKILL') resolveEnd('killed');
        else if (code === 0) resolveEnd('done');
        else reject(new Error(`the process ended with ${code}`));
      });
    });
  const untilDone = async () => {
    while ((await run()) === 'killed');
  };
  await Promise.all(Array.from({ length: processes }, untilDone));
  return kills;
}

async function issued() {
  const rows = await database
    .selectFrom('invoices')
    .select(['order_id', 'serial', 'issued_at', 'number'])
    .orderBy('serial')
    .execute();
  return {
    orderIds: rows.map(({ order_id: id }) => id).toSorted(),
    serials: rows.map(({ serial }) => serial),
    timestamps: rows.map(({ issued_at: at }) => at.getTime()),
  };
}

/** The tables refuse deletion, so their triggers are disabled first. */
async function truncateTables(): Promise<void> {
  for (const table of ['invoice_files', 'invoices'])
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(database);
  await sql`truncate invoice_files, invoices, document_requests, invoice_counters`.execute(database);
  for (const table of ['invoice_files', 'invoices'])
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(database);
}

const consecutive = (count: number) => Array.from({ length: count }, (_item, index) => index + 1);

describe('processes killed while issuing', () => {
  it(
    'leave no gap and no duplicate, and dates rise with numbers',
    async () => {
      await truncateTables();
      const orderIds = await requestInvoices(size.orders);
      const kills = await issueAndKill('counter', size);
      expect(kills).toBeGreaterThanOrEqual(size.kills);
      const { orderIds: invoiced, serials, timestamps } = await issued();
      expect(invoiced).toEqual(orderIds.toSorted());
      expect(serials).toEqual(consecutive(size.orders));
      expect(timestamps).toEqual(timestamps.toSorted((a, b) => a - b));
    },
    timeoutMs,
  );

  it(
    'would leave gaps with a sequence instead of the counter',
    async () => {
      await truncateTables();
      await sql`create sequence some_numbers`.execute(database);
      const orderIds = await requestInvoices(sequenceSize.orders);
      const kills = await issueAndKill('sequence', sequenceSize);
      const { orderIds: invoiced, serials } = await issued();
      expect(invoiced).toEqual(orderIds.toSorted());
      expect(kills).toBeGreaterThanOrEqual(sequenceSize.kills);
      expect(serials).not.toEqual(consecutive(sequenceSize.orders));
      expect(serials.at(-1)).toBeGreaterThanOrEqual(sequenceSize.orders + 1);
    },
    timeoutMs,
  );
});
