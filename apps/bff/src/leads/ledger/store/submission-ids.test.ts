import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { useTestDatabase } from '@meridian/stack/test-database';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../platform/database/database.ts';
import { migrate } from '../../../platform/database/migrate.ts';
import type { NewLead } from '../lead.ts';
import { insertLeads } from './insert-leads.ts';
import { deleteSubmissionIds, findBySubmission } from './submission-ids.ts';

const { url } = await useTestDatabase();
const database = openDatabase(url);
beforeAll(() => migrate(database));
afterAll(() => database.destroy());

let people = 0;
function newLead(submissionId: string | undefined): NewLead {
  people += 1;
  return {
    id: randomUUIDv7(),
    form: 'contact_us',
    ...(submissionId !== undefined && { submissionId }),
    bodyHash: 'hash',
    email: `person-${people}@visitor.example`,
    values: {},
    pageUrl: '',
    spamReason: null,
  };
}

const leadsOf = async (submissionId: string) =>
  (await database.selectFrom('leads').select('id').where('submission_id', '=', submissionId).execute())
    .length;

describe('submission ids', () => {
  it('make one lead each, also for concurrent submissions within one commit', async () => {
    const submissionId = randomUUID();
    const batches = Array.from({ length: 8 }, () => [
      newLead(submissionId),
      newLead(submissionId),
      newLead(undefined),
    ]);
    const receipts = (await Promise.all(batches.map((leads) => insertLeads(database, leads)))).flat();
    // One for the repeated submission id, and eight for the submissions without an id.
    expect(receipts.filter(({ kind }) => kind === 'received')).toHaveLength(9);
    expect(await leadsOf(submissionId)).toBe(1);
    expect(await findBySubmission(database, submissionId)).toMatchObject({ submission_id: submissionId });
  });

  it('are forgotten after seven days, and then make a new lead', async () => {
    const [old, recent] = [newLead(randomUUID()), newLead(randomUUID())];
    await insertLeads(database, [old, recent]);
    await sql`
      update lead_submissions set received_at = now() - interval '7 days 1 minute' where lead_id = ${old.id}`.execute(
      database,
    );
    expect(await deleteSubmissionIds(database)).toBe(1);
    expect(await insertLeads(database, [newLead(recent.submissionId)])).toEqual([{ kind: 'known' }]);
    expect(await insertLeads(database, [newLead(old.submissionId)])).toMatchObject([{ kind: 'received' }]);
  });
});
