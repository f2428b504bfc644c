import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { useLeadStack } from '../../../testing/leads/lead-stack.ts';
import { instructorFields } from '../../../testing/leads/samples.ts';
import { discardOldFiles, usedFileBytes } from './file-quota.ts';

const kibibyte = 1024;
const resume = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(40 * kibibyte)]);
/** Quotas for five such uploads, and for two in quarantine. */
const stack = await useLeadStack({ fileQuotas: { all: 230 * kibibyte, quarantined: 100 * kibibyte } });
const { database } = stack;

beforeEach(async () => {
  await stack.reset();
  await database.deleteFrom('lead_files').execute();
});

let count = 0;
/** @param filledInMs under 1500 ms is suspected spam */
function send(filledInMs: number) {
  count += 1;
  const call = stack.http.post('/api/instructor').field('filled_in_ms', String(filledInMs));
  const fields = { ...instructorFields, email: `visitor${count}@example.in` };
  for (const [name, value] of Object.entries(fields)) call.field(name, value);
  return call.attach('resume', resume, { filename: 'cv.pdf' });
}
const sendSuspect = () => send(10);
const sendHonest = () => send(20_000);
const statusesOf = async (calls: PromiseLike<{ status: number }>[]) =>
  (await Promise.all(calls)).map(({ status }) => status).sort();

describe('the quota of uploads', () => {
  it('is separate for suspected spam: when it is used up, suspected spam gets 503 and other uploads are accepted', async () => {
    await sendSuspect().expect(200);
    await sendSuspect().expect(200);
    const { body, headers } = await sendSuspect().expect(503);
    expect(body).toEqual({ status: 0, message: expect.stringMatching(/^We cannot accept more files/) });
    expect(headers['retry-after']).toBe('600');
    expect((await stack.ledger()).length).toBe(2);
    expect(await usedFileBytes(database)).toEqual({ all: 2 * resume.length, quarantined: 2 * resume.length });
    await sendHonest().expect(200);
  });

  it('is not exceeded by concurrent uploads', async () => {
    const statuses = await statusesOf(Array.from({ length: 12 }, sendSuspect));
    const taken = statuses.filter((status) => status === 200).length;
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(taken).toBeGreaterThan(0);
    expect(taken).toBeLessThanOrEqual(2);
    expect((await usedFileBytes(database)).quarantined).toBe(taken * resume.length);
    expect((await stack.ledger()).length).toBe(taken);
  });

  it('limits all files together, and is released when files are deleted', async () => {
    await stack.upstreamFault({ kind: 'http_500' });
    for (let sent = 0; sent < 5; sent += 1) await sendHonest().expect(200);
    await sendHonest().expect(503);
    // Refused files are deleted.
    expect((await usedFileBytes(database)).all).toBe(5 * resume.length);
    await stack.upstreamFault({ kind: 'none' });
    await database.deleteFrom('lead_files').execute();
    await sendHonest().expect(200);
  });

  it('counts the max size of an upload in progress, and releases it if the process was killed', async () => {
    await stack.leads.files.store({ name: 'a.pdf', type: 'application/pdf' }, 200 * kibibyte, hanging());
    await database
      .updateTable('lead_files')
      .set({ size: 200 * kibibyte })
      .execute();
    await sendHonest().expect(503);
    await database
      .updateTable('lead_files')
      .set({ created_at: sql<Date>`now() - interval '11 minutes'` })
      .execute();
    await discardOldFiles(database);
    await sendHonest().expect(200);
  });

  it('is released after seven days in quarantine; the lead stays, and its history records the deletion', async () => {
    await sendSuspect().expect(200);
    const age = (days: number) =>
      database
        .updateTable('lead_files')
        .set({ created_at: sql<Date>`now() - make_interval(days => ${days})` })
        .execute();
    await age(6);
    await discardOldFiles(database);
    expect((await usedFileBytes(database)).quarantined).toBe(resume.length);
    await age(8);
    await discardOldFiles(database);
    expect((await usedFileBytes(database)).quarantined).toBe(0);
    const [lead] = await stack.ledger();
    expect(lead?.forward_state).toBe('quarantined');
    const events = await database.selectFrom('lead_events').select(['kind', 'detail']).execute();
    expect(events).toContainEqual({ kind: 'file_expired', detail: 'after 7 days in quarantine' });
  });
});

/** A short upload. The test gives its row the size of an upload in progress. */
async function* hanging(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('%PDF-');
}
