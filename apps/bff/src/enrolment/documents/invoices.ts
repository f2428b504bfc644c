/** Issues tax documents and renders their PDFs in jobs. */
import type { FastifyBaseLogger } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs, WorkResult } from '../../platform/jobs/jobs.ts';
import type { Env } from '../../platform/settings/env.ts';
import type { Supplier } from '../../platform/settings/supplier.ts';
import { storePdf, waitsForRegistration } from './files.ts';
import { type IssuingDependencies, issueDocuments } from './issue-document.ts';

export interface InvoicesDependencies {
  database: Kysely<Database>;
  jobs: Pick<Jobs, 'enqueue'>;
  /** Undefined if none is configured: nothing is issued, and requests wait for an operator. */
  supplier: Supplier | undefined;
  settings: Env['invoices'];
  log: Pick<FastifyBaseLogger, 'info' | 'error'>;
}

export interface Invoices {
  /** Issues the due documents of these orders. @returns a result for each order; `retry` if it failed */
  issue(orderIds: readonly string[]): Promise<Map<string, WorkResult>>;
  /** Renders the PDFs of documents. @returns a result for each number */
  render(numbers: readonly string[]): Promise<Map<string, WorkResult>>;
  /**
   * Issues due documents that have no job, for example at the end of a batch, and renders missing PDFs.
   *
   * @returns the number of orders with due documents
   */
  issueOverdue(): Promise<number>;
}

/** Leaves time for the job to run first. */
const overdueMs = 60_000;
const batchSize = 500;

/** @returns the dependencies of issuing; undefined if no supplier is configured */
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

/**
 * Makes requests wait for an operator while no supplier is configured. A document issued automatically later
 * would have a wrong date.
 */
async function waitForOperator(database: Kysely<Database>, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return;
  await database
    .updateTable('document_requests')
    .set({ issue_from: null })
    .where('order_id', 'in', orderIds)
    .where('is_settled', '=', false)
    .execute();
}

/** @returns the numbers of documents whose PDF is overdue */
async function documentsWithoutPdf(database: Kysely<Database>, eInvoice: boolean): Promise<string[]> {
  const rows = await database
    .selectFrom('invoices')
    .select(['number', 'kind', 'registered', 'irn', 'without_tax as withoutTax'])
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
    if (!issuing) await waitForOperator(database, orderIds);
    // One at a time: in parallel, each would keep a connection while waiting for the counter.
    const results = new Map<string, WorkResult>();
    for (const orderId of orderIds) results.set(orderId, await issueOne(orderId));
    return results;
  }

  async function render(numbers: readonly string[]): Promise<Map<string, WorkResult>> {
    const results = new Map<string, WorkResult>();
    const { jobs, settings } = deps;
    const options = { database, jobs, eInvoice: settings.eInvoice };
    // One at a time, because a PDF is rendered in memory.
    for (const number of numbers)
      try {
        await storePdf(options, number);
        results.set(number, 'done');
      } catch (error) {
        log.error({ err: error, number }, 'the PDF of a document could not be rendered');
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
      await render(await documentsWithoutPdf(database, deps.settings.eInvoice));
      return rows.length;
    },
  };
}

const overdueSeconds = 5 * 60;

/** Starts the jobs that issue documents and render PDFs. Call it only in a process that runs jobs. */
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
    if (orders > 0) deps.log.info({ orders }, 'overdue documents issued');
  });
}
