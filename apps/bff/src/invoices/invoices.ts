/** Invoices as the application works with them: issued by jobs, shown at the receipt. */
import type { FastifyBaseLogger } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Env } from '../env.ts';
import type { Supplier } from '../env-supplier.ts';
import type { Jobs, WorkResult } from '../jobs/jobs.ts';
import { makePaper, waitsForRegistration } from './files.ts';
import { type IssuingDependencies, issueDocuments } from './issue-document.ts';

export interface InvoicesDependencies {
  database: Kysely<Database>;
  jobs: Pick<Jobs, 'enqueue'>;
  /** Undefined: nothing is issued, and what is noted waits for an operator's word. */
  supplier: Supplier | undefined;
  settings: Env['invoices'];
  /** Origin of the site. */
  publicUrl: string;
  log: Pick<FastifyBaseLogger, 'info' | 'error'>;
}

export interface Invoices {
  /** Issues what is due of orders; `retry` for those that are to be tried again. */
  issue(orderIds: readonly string[]): Promise<Map<string, WorkResult>>;
  /** Makes the papers of documents, by their numbers. */
  render(numbers: readonly string[]): Promise<Map<string, WorkResult>>;
  /** Issues what is due and has no job, such as what waited for the end of its batch. @returns how many orders */
  issueOverdue(): Promise<number>;
}

/** A job has the time before it. */
const overdueMs = 60_000;
const batchSize = 500;

/** @returns what issues, or undefined where the supplier is not known */
export function issuingOf({
  database,
  jobs,
  supplier,
  settings,
}: Pick<InvoicesDependencies, 'database' | 'jobs' | 'supplier' | 'settings'>):
  | IssuingDependencies
  | undefined {
  return supplier && { database, jobs, supplier, prefix: settings.prefix, issue: settings.issue };
}

/** Once a supplier is set, nothing of before is issued by itself: its dates would surprise. */
async function letWait(database: Kysely<Database>, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return;
  await database
    .updateTable('document_requests')
    .set({ issue_from: null })
    .where('order_id', 'in', orderIds)
    .where('is_settled', '=', false)
    .execute();
}

/** @returns numbers of documents that have been without paper for a while */
async function withoutPaper(database: Kysely<Database>, eInvoice: boolean): Promise<string[]> {
  const rows = await database
    .selectFrom('invoices')
    .select(['number', 'kind', 'registered', 'irn'])
    .where('issued_at', '<', sql<Date>`now() - ${overdueMs} * interval '1 millisecond'`)
    .where(sql<boolean>`not exists (select from invoice_files where invoice_files.number = invoices.number)`)
    .limit(batchSize)
    .execute();
  return rows.filter((row) => !waitsForRegistration(row, eInvoice)).map(({ number }) => number);
}

export function createInvoices(deps: InvoicesDependencies): Invoices {
  const { database, log } = deps;
  const issuing = issuingOf(deps);

  async function issueOne(orderId: string): Promise<WorkResult> {
    if (!issuing) return 'done';
    try {
      const numbers = await issueDocuments(issuing, orderId);
      if (numbers.length > 0) log.info({ orderId, numbers }, 'documents issued');
      return 'done';
    } catch (error) {
      log.error({ err: error, orderId }, 'a document could not be issued');
      return 'retry';
    }
  }

  async function issue(orderIds: readonly string[]): Promise<Map<string, WorkResult>> {
    if (!issuing) await letWait(database, orderIds);
    // One after the other: they would wait for the counter all the same, each with a connection.
    const results = new Map<string, WorkResult>();
    for (const orderId of orderIds) results.set(orderId, await issueOne(orderId));
    return results;
  }

  async function render(numbers: readonly string[]): Promise<Map<string, WorkResult>> {
    const results = new Map<string, WorkResult>();
    // One at a time: a paper is made in memory.
    for (const number of numbers)
      try {
        await makePaper({ database, publicUrl: deps.publicUrl, eInvoice: deps.settings.eInvoice }, number);
        results.set(number, 'done');
      } catch (error) {
        log.error({ err: error, number }, 'a document could not be drawn');
        results.set(number, 'retry');
      }
    return results;
  }

  return {
    issue,
    render,
    async issueOverdue() {
      const rows = await database
        .selectFrom('document_requests')
        .select('order_id')
        .distinct()
        .where('is_settled', '=', false)
        .where('issue_from', '<', sql<Date>`now() - ${overdueMs} * interval '1 millisecond'`)
        .limit(batchSize)
        .execute();
      await issue(rows.map(({ order_id: orderId }) => orderId));
      await render(await withoutPaper(database, deps.settings.eInvoice));
      return rows.length;
    },
  };
}

const overdueSeconds = 5 * 60;

/** To be called where this process works on jobs. */
export async function startInvoiceWorkers(deps: {
  jobs: Pick<Jobs, 'work' | 'every'>;
  invoices: Invoices;
  log: InvoicesDependencies['log'];
}): Promise<void> {
  await deps.jobs.work('issue-documents', { batchSize: 5, concurrency: 1 }, (ids) =>
    deps.invoices.issue(ids),
  );
  await deps.jobs.work('render-document', { batchSize: 2, concurrency: 1 }, (numbers) =>
    deps.invoices.render(numbers),
  );
  await deps.jobs.every('issue-overdue-documents', overdueSeconds, async () => {
    const orders = await deps.invoices.issueOverdue();
    if (orders > 0) deps.log.info({ orders }, 'documents issued that waited');
  });
}
