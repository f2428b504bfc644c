/**
 * Issues due documents until the process is killed or no document is due. In a share of the transactions it
 * stops before the commit, reports this to its parent process, and waits to be killed.
 *
 * Arguments: the URL of the database, `counter` or `sequence`, and the share of transactions that stop, 0 to
 * 1.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { dayInIndia } from '@meridian/contracts/india-time';
import { sql } from 'kysely';
import { documentNumber, financialYearOf } from '../../src/enrolment/documents/document-number.ts';
import { issueDocuments } from '../../src/enrolment/documents/issue-document.ts';
import type { takeNumber } from '../../src/enrolment/documents/take-number.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { supplier } from './settings.ts';

const [url = '', source, share = '0'] = process.argv.slice(2);
const database = openDatabase(url, { maxConnections: 2 });

const jobs = {
  async enqueue(queue: string) {
    if (queue !== 'render-document' || Math.random() >= Number(share)) return;
    process.send?.('in transaction');
    await sleep(60_000);
  },
};

/** A simpler alternative to `takeNumber`: it loses the number at a rollback. */
const takeFromSequence: typeof takeNumber = async (transaction, series) => {
  const { rows } = await sql<{ serial: number; at: Date }>`
    select nextval('some_numbers')::integer as serial, clock_timestamp() as at`.execute(transaction);
  const { serial = 0, at: issuedAt = new Date() } = rows[0] ?? {};
  const issuedOn = dayInIndia(issuedAt);
  const financialYear = financialYearOf(issuedOn);
  return {
    number: documentNumber(series, financialYear, serial),
    series,
    financialYear,
    serial,
    issuedAt,
    issuedOn,
  };
};

const deps = {
  database,
  jobs,
  supplier,
  prefix: 'MA',
  issue: 'payment' as const,
  ...(source === 'sequence' && { take: takeFromSequence }),
};
for (;;) {
  const { rows } = await sql<{ id: string }>`
    select order_id as id from document_requests where not is_settled
    order by random() limit 20`.execute(database);
  if (rows.length === 0) break;
  for (const { id } of rows) await issueDocuments(deps, id);
}
await database.destroy();
process.exit(0);
