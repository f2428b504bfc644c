import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { actionsOn } from '../../../testing/operators/actions-on.ts';
import { useMigratedDatabase } from '../../../testing/test-database.ts';
import { ago, databaseNow } from '../../platform/database/clock.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { eraseOldComplaints } from '../../privacy/complaints/erasure.ts';
import { complaintsCommand } from './complaints.ts';
import { dataRequestsCommand } from './data-requests.ts';

const { url } = await useMigratedDatabase();
const database = openDatabase(url, { maxConnections: 2 });
beforeAll(() => migrate(database));
afterAll(() => database.destroy());
beforeEach(() => database.deleteFrom('complaints').execute());

const actions = actionsOn(database);

async function ops(...args: string[]) {
  const lines: string[] = [];
  const status = await complaintsCommand(args, { database, actions }, (line) => lines.push(line));
  return { status, text: lines.join('\n') };
}
const json = async (...args: string[]) => JSON.parse((await ops(...args, '--json')).text);
const record = async (...args: string[]) => (await json('add', ...args)).complaints[0];

const matter = ['--channel', 'phone', '--matter', 'The trainer did not come'];
const person = ['--name', 'Asha Nair', '--email', 'Asha@Example.com', '--phone', '+91 98450 00000'];
const hourMs = 60 * 60_000;

it('records a complaint with its deadlines, records its acknowledgement, and closes it with the answer', async () => {
  const { id, reference } = await record(...matter, ...person, '--received', '2026-10-31T23:00:00+05:30');
  expect(await json()).toMatchObject({
    complaints: [
      {
        id,
        reference,
        channel: 'phone',
        matter: 'The trainer did not come',
        order: null,
        // 48 hours; one month by India's calendar, where November has no 31st.
        received_at: '2026-10-31T17:30:00.000Z',
        acknowledge_by: '2026-11-02T17:30:00.000Z',
        redress_by: '2026-11-30T17:30:00.000Z',
        acknowledged_at: null,
        closed_at: null,
        outcome: null,
      },
    ],
  });
  expect((await ops()).text).toMatch(
    new RegExp(
      `${id} +${reference} +phone +2026-10-31 23:00:00 IST +2026-11-02 23:00:00 IST +2026-11-30 23:00:00 IST`,
    ),
  );
  expect((await ops()).text).not.toContain('Asha');
  expect(await ops('acknowledge', id)).toEqual({
    status: 0,
    text: 'Acknowledged. The deadline for the answer does not change.',
  });
  expect((await ops('acknowledge', id)).status).toBe(1);
  expect((await ops()).text).toMatch(/ done +2026-11-30/);
  const answer = ['--outcome', 'redressed', '--answer', 'Another batch at no charge'];
  expect(await ops('close', id, ...answer)).toMatchObject({
    status: 0,
    text: expect.stringMatching(/^The complaint is closed\./),
  });
  for (const again of [
    ['close', id, ...answer],
    ['acknowledge', id],
  ])
    expect(await ops(...again)).toMatchObject({
      status: 1,
      text: 'The complaint is closed.',
    });
  expect(await json()).toEqual({ complaints: [] });
  expect(await json('--all')).toMatchObject({
    complaints: [{ id, outcome: 'redressed', answer: 'Another batch at no charge' }],
  });
});

it('lists the most urgent complaint first', async () => {
  const received = async (hoursAgo: number) => {
    const timestamp = new Date(Date.now() - hoursAgo * hourMs).toISOString();
    return (await record(...matter, '--received', timestamp)).id as string;
  };
  const [young, old, answered] = [await received(1), await received(40), await received(100)];
  await ops('acknowledge', answered);
  const { complaints } = await json();
  expect(complaints.map(({ id }: { id: string }) => id)).toEqual([old, young, answered]);
});

it.each([
  [['add', '--channel', 'phone'], 2],
  [['add', ...matter, '--email', 'nobody'], 2],
  [['add', '--channel', 'pigeon', '--matter', 'x'], 2],
  [['add', 'more', ...matter], 2],
  [['close', randomUUID(), '--outcome', 'redressed'], 2],
  [['close', randomUUID(), '--outcome', 'lost', '--answer', 'x'], 2],
  [['close', '12', '--outcome', 'redressed', '--answer', 'x'], 2],
  [['acknowledge'], 2],
  [['acknowledge', randomUUID(), '--answer', 'x'], 2],
  [['--answer', 'x'], 2],
  [['erase'], 2],
  [['add', ...matter, '--order', randomUUID()], 1],
  [['add', ...matter, '--received', '2099-01-01T00:00:00Z'], 1],
  [['close', randomUUID(), '--outcome', 'redressed', '--answer', 'x'], 1],
  [['acknowledge', randomUUID()], 1],
])('refuses %j with status %i and a message', async (args, status) => {
  const answer = await ops(...args);
  expect(answer.status).toBe(status);
  expect(answer.text).not.toBe('');
  expect(await json('--all')).toEqual({ complaints: [] });
});

it('reports which field of a complaint is invalid', async () => {
  expect((await ops('add', ...matter, '--email', 'nobody')).text).toMatch(/^--email: /);
  expect((await ops('add', '--channel', 'phone', '--matter', ' ')).text).toMatch(/^--matter: Enter what/);
  expect((await ops('close', randomUUID(), '--outcome', 'lost', '--answer', 'x')).text).toMatch(
    /^--outcome: /,
  );
});

it('an erasure erases closed complaints of the address, and stays open while the address has an open complaint', async () => {
  const closed = await record(...matter, ...person);
  await ops('close', closed.id, '--outcome', 'rejected', '--answer', 'The trainer was there, Asha');
  const open = await record(...matter, ...person);
  const request = randomUUID();
  await database
    .insertInto('data_requests')
    .values({
      id: request,
      kind: 'erasure',
      email: 'asha@example.com',
      token_hash: createHash('sha256').update(request).digest('hex'),
      created_at: databaseNow,
      expires_at: databaseNow,
      confirmed_at: databaseNow,
      due_at: databaseNow,
    } as never)
    .execute();
  const erase = async () => {
    const lines: string[] = [];
    const deps = { database, actions: actionsOn(database, { sendsMails: false }) };
    const status = await dataRequestsCommand(['erase', request], deps, (line) => lines.push(line));
    return { status, text: lines.join('\n') };
  };
  const first = await erase();
  expect(first.text).toContain(`complaint ${open.reference}`);
  const rows = () =>
    database
      .selectFrom('complaints')
      .select(['name', 'email', 'phone', 'matter', 'answer', 'outcome'])
      .orderBy('number')
      .execute();
  const nothing = { name: '', email: '', phone: '', matter: '', answer: null };
  expect(await rows()).toMatchObject([
    { ...nothing, outcome: 'rejected' },
    { name: 'Asha Nair', email: 'asha@example.com', outcome: null },
  ]);
  await ops('close', open.id, '--outcome', 'withdrawn', '--answer', 'as the person wished');
  expect((await erase()).status).toBe(0);
  expect(await rows()).toMatchObject([nothing, { ...nothing, outcome: 'withdrawn' }]);
  expect((await ops('--all', '--json')).text).not.toMatch(/asha|trainer/i);
});

it('erases personal data of complaints three years after they were closed', async () => {
  const aged = async (days: number) => {
    const { id } = await record(...matter, ...person);
    await ops('close', id, '--outcome', 'redressed', '--answer', 'done');
    await database
      .updateTable('complaints')
      .set({ closed_at: ago(days * 24 * hourMs) })
      .where('id', '=', id)
      .execute();
    return id as string;
  };
  const [old, young] = [await aged(3 * 366), await aged(3 * 365 - 2)];
  await record(...matter, ...person);
  await sql`update complaints set received_at = now() - interval '9 years' where closed_at is null`.execute(
    database,
  );
  expect(await eraseOldComplaints(database)).toBe(1);
  expect(await eraseOldComplaints(database)).toBe(0);
  const { complaints } = await json('--all');
  const matterOf = new Map(
    complaints.map(({ id, ...one }: { id: string; matter: string }) => [id, one.matter]),
  );
  expect(matterOf.get(old)).toBe('');
  expect(matterOf.get(young)).toBe('The trainer did not come');
});
