import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { useTestDatabase } from '@meridian/stack/test-database';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateFromEarlier } from '../../../testing/database/earlier-schema.ts';
import { contract, isContracted } from '../../platform/database/contract.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { leadMonths, leadMonthsState, makeLeadMonths } from '../../platform/database/lead-months.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { addBounds, swapTables } from '../../platform/database/partition-leads.ts';
import { insertLeads } from './insert-leads.ts';
import type { NewLead } from './lead.ts';
import { findBySubmission, forgetSubmissionIds } from './submission-ids.ts';

const { url } = await useTestDatabase();
const database = openDatabase(url);
beforeAll(() => migrateFromEarlier(database));
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

/** As servers of v0.1.0 do it. @returns true if the lead is new */
async function insertAsEarlier({ id, submissionId, email }: NewLead): Promise<boolean> {
  const { rows } = await sql`
    insert into leads (id, door, form, submission_id, body_hash, email, "values", page_url, forward_state, crm_state)
    values (${id}, 'form', 'contact_us', ${submissionId}, 'hash', ${email}, '{}', '', 'received', 'waiting')
    on conflict (submission_id) do nothing returning id`.execute(database);
  return rows.length === 1;
}

const leadsOf = async (submissionId: string) =>
  (await database.selectFrom('leads').select('id').where('submission_id', '=', submissionId).execute())
    .length;

it('22: leads in one table are vacuumed after a hundredth has changed', async () => {
  const { rows } = await sql<{ options: string[] }>`
    select reloptions as options from pg_class where oid = 'leads'::regclass`.execute(database);
  expect(rows[0]?.options).toContain('autovacuum_vacuum_scale_factor=0.01');
});

describe('22 submission ids, while servers of an earlier version may run', () => {
  it('22 make one lead, whichever version comes first', async () => {
    const [ours, theirs] = [newLead(randomUUID()), newLead(randomUUID())];
    expect(await insertLeads(database, [ours])).toMatchObject([{ kind: 'received' }]);
    expect(await insertAsEarlier({ ...newLead(ours.submissionId) })).toBe(false);
    expect(await insertAsEarlier(theirs)).toBe(true);
    expect(await insertLeads(database, [newLead(theirs.submissionId)])).toEqual([{ kind: 'known' }]);
    for (const { id, submissionId = '' } of [ours, theirs]) {
      expect(await findBySubmission(database, submissionId)).toMatchObject({ id });
      expect(await leadsOf(submissionId)).toBe(1);
    }
  });

  it('22 of leads that were too old for the new table are known as before', async () => {
    const old = newLead(randomUUID());
    await insertAsEarlier(old);
    await database.deleteFrom('lead_submissions').where('lead_id', '=', old.id).execute();
    expect(await insertLeads(database, [newLead(old.submissionId)])).toEqual([{ kind: 'known' }]);
    expect(await findBySubmission(database, old.submissionId ?? '')).toMatchObject({ id: old.id });
  });

  it('22 are copied for the last days when the table is made', async () => {
    const lead = newLead(randomUUID());
    await insertAsEarlier(lead);
    await sql`drop trigger leads_note_submission on leads`.execute(database);
    await sql`drop function note_lead_submission`.execute(database);
    await sql`drop table lead_submissions`.execute(database);
    await sql`delete from kysely_migration where name = '0087-lead-submissions'`.execute(database);
    await migrate(database);
    const noted = await database.selectFrom('lead_submissions').selectAll().execute();
    expect(noted).toContainEqual(
      expect.objectContaining({ lead_id: lead.id, submission_id: lead.submissionId }),
    );
  });
});

describe('22 submission ids, once no earlier version runs', () => {
  const bounds = async () =>
    (
      await sql`select from pg_constraint where conname in ('leads_bound', 'lead_events_bound')`.execute(
        database,
      )
    ).rows.length;

  it('22 a contraction that is killed leaves a database that works, and the next one ends it', async () => {
    expect(await isContracted(database)).toBe(false);
    const before = newLead(randomUUID());
    await insertLeads(database, [before]);
    // Killed while it read the tables: the nightly job takes the bound away, or a later month's leads would be refused.
    await addBounds(database);
    expect(await bounds()).toBe(2);
    expect(await makeLeadMonths(database)).toBe(0);
    expect(await bounds()).toBe(0);
    // An id of a clock that is far ahead: refused is the change, not the lead.
    const ahead = { ...newLead(randomUUID()), id: 'f1ca2e00-0000-7000-8000-000000000000' };
    await insertLeads(database, [ahead]);
    await expect(contract(database)).rejects.toThrow('more than a month ahead');
    expect(await bounds()).toBe(0);
    await database.deleteFrom('leads').where('id', '=', ahead.id).execute();
    // Killed after the change of tables.
    await addBounds(database);
    await database.transaction().execute(swapTables);
    expect(await isContracted(database)).toBe(false);
    await contract(database);
    await contract(database);
    expect(await isContracted(database)).toBe(true);
    expect(await bounds()).toBe(0);
    expect(await findBySubmission(database, before.submissionId ?? '')).toMatchObject({ id: before.id });
  });

  it('22 leads of any time land in a month or beside the months, with their history', async () => {
    const [oldest, past, now, ahead] = [
      '00000000-0000-7000-8000-000000000000',
      '018bcfe5-6800-7000-8000-000000000000',
      randomUUIDv7(),
      'f1ca2e00-0000-7000-8000-000000000000',
    ];
    const leads = [oldest, past, now, ahead].map((id) => ({ ...newLead(randomUUID()), id }));
    expect((await insertLeads(database, leads)).map(({ kind }) => kind)).toEqual(Array(4).fill('received'));
    const ids = leads.map(({ id }) => id);
    await database
      .insertInto('lead_events')
      .values(ids.map((lead_id) => ({ lead_id, kind: 'thanked' })))
      .execute();
    const { rows } = await sql<{ lead: string; event: string }>`
      select leads.tableoid::regclass::text as lead, lead_events.tableoid::regclass::text as event
      from leads join lead_events on lead_id = leads.id where leads.id = any(${ids}::uuid[]) order by leads.id`.execute(
      database,
    );
    const month = { lead: 'leads_before', event: 'lead_events_before' };
    expect(rows).toEqual([month, month, month, { lead: 'leads_other', event: 'lead_events_other' }]);
    const { readyUntil, outside } = await leadMonthsState(database);
    expect(outside).toBe(1);
    expect((readyUntil?.getTime() ?? 0) - Date.now()).toBeGreaterThan(59 * 86_400_000);
    expect(await leadMonths(database)).toHaveLength(2);
    await database.deleteFrom('leads').where('id', '=', ahead).execute();
    expect(
      await database.selectFrom('lead_events').selectAll().where('lead_id', '=', ahead).execute(),
    ).toEqual([]);
  });

  it('22 make one lead each, also at the same moment and within one commit', async () => {
    const submissionId = randomUUID();
    const batches = Array.from({ length: 8 }, () => [
      newLead(submissionId),
      newLead(submissionId),
      newLead(undefined),
    ]);
    const receipts = (await Promise.all(batches.map((leads) => insertLeads(database, leads)))).flat();
    // One of the submission, and each of the eight without an id.
    expect(receipts.filter(({ kind }) => kind === 'received')).toHaveLength(9);
    expect(await leadsOf(submissionId)).toBe(1);
    expect(await findBySubmission(database, submissionId)).toMatchObject({ submission_id: submissionId });
  });

  it('22 are forgotten after seven days, and then make a new lead', async () => {
    const [old, recent] = [newLead(randomUUID()), newLead(randomUUID())];
    await insertLeads(database, [old, recent]);
    await sql`
      update lead_submissions set received_at = now() - interval '7 days 1 minute' where lead_id = ${old.id}`.execute(
      database,
    );
    expect(await forgetSubmissionIds(database)).toBe(1);
    expect(await insertLeads(database, [newLead(recent.submissionId)])).toEqual([{ kind: 'known' }]);
    expect(await insertLeads(database, [newLead(old.submissionId)])).toMatchObject([{ kind: 'received' }]);
  });
});
