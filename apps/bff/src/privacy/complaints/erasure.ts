/**
 * Erases personal data from complaints, on the person's request or by age. The dates and the outcome are
 * kept.
 */
import { type Kysely, sql } from 'kysely';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { referenceOf } from './complaints.ts';

/** Retention that the complaint policy promises, counted from the close of a complaint. */
const keptFor = sql`interval '3 years'`;

const nothingOfThePerson = {
  name: '',
  email: '',
  phone: '',
  matter: '',
  answer: null,
  erased_at: databaseNow,
};

/**
 * Erases the closed complaints of an address.
 * @param email in lower case
 * @returns the numbers of open complaints, which are not erased because the person must get an answer first
 */
export async function eraseComplainant(database: Kysely<Database>, email: string): Promise<string[]> {
  await database
    .updateTable('complaints')
    .set(nothingOfThePerson)
    .where('email', '=', email)
    .where('closed_at', 'is not', null)
    .execute();
  const open = await database
    .selectFrom('complaints')
    .select('number')
    .where('email', '=', email)
    .orderBy('number')
    .execute();
  return open.map(referenceOf);
}

/** Erases old complaints. @returns their number */
export async function eraseOldComplaints(database: Kysely<Database>): Promise<number> {
  const { numUpdatedRows } = await database
    .updateTable('complaints')
    .set(nothingOfThePerson)
    .where('erased_at', 'is', null)
    .where('closed_at', '<', sql<Date>`now() - ${keptFor}`)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Starts the nightly erasure by age. Call in a process that runs jobs. */
export async function startComplaintWorkers({
  jobs,
  database,
}: {
  jobs: Pick<Jobs, 'every'>;
  database: Kysely<Database>;
}): Promise<void> {
  await jobs.every('erase-complaints', '45 3 * * *', async () => {
    await eraseOldComplaints(database);
  });
}
