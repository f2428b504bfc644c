import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { useLeadStack } from '../../../testing/leads/lead-stack.ts';
import { actionsOn } from '../../../testing/operators/actions-on.ts';
import { leadsCommand } from '../../operators/cli/leads.ts';
import { createUpstreamClient } from '../../partners/upstream/upstream-client.ts';
import { createWaitlistHandler } from './join.ts';

const courseId = 201;
/** Seats reserved here that the upstream has not counted. */
let given = 0;
const stack = await useLeadStack({
  leadHandlerOf: ({ database, upstream }) =>
    createWaitlistHandler({
      database,
      upstream,
      now: () => new Date(),
      ledger: {
        count: async (_reader, ids) => new Map(ids.map((id) => [id, { all: given, unknown: given }])),
      },
    }),
});
const { http, database } = stack;
const client = createUpstreamClient({ baseUrl: stack.leadsOptions.upstreamUrl, timeoutMs: 3_000 });

beforeEach(async () => {
  await stack.reset();
  given = 1_000;
});

async function batchId(course = courseId): Promise<number> {
  const answer = await client.read('course_schedule', { id: course, day_type: '', offset: 0 });
  const { course_schedule: batches } = answer.data as {
    course_schedule: { id: number; seats_left?: number }[];
  };
  return batches.find(({ seats_left: left = 2 }) => left >= 2)?.id ?? 0;
}

async function requested(change: Record<string, unknown> = {}) {
  return {
    course_id: courseId,
    course_schedule_id: await batchId(),
    number_of_course: 2,
    full_name: 'Asha Nair',
    email: 'Asha@example.com',
    phone_number: '+91 98450 00000',
    ...change,
  };
}

const join = async (change: Record<string, unknown> = {}) =>
  (
    await http
      .post('/api/waitlist')
      .send(await requested(change))
      .expect(200)
  ).body;
const entries = () => database.selectFrom('waitlist_entries').selectAll().orderBy('joined_at').execute();

async function ops(...args: string[]) {
  const lines: string[] = [];
  const actions = actionsOn(database, { jobs: stack.jobs });
  const status = await leadsCommand(args, { database, actions }, (line) => lines.push(line));
  return { status, text: lines.join('\n') };
}

describe('POST /api/waitlist', () => {
  it('stores a lead that is sent to the CRM, but not to the upstream', async () => {
    expect(await join()).toMatchObject({ status: 1, message: expect.stringContaining('waiting list') });
    expect(await stack.ledger()).toMatchObject([
      { form: 'waitlist', forward_state: 'not_needed', crm_state: 'pending', email: 'asha@example.com' },
    ]);
    await stack.work();
    expect(await stack.submissions()).toEqual([]);
    const [record] = await stack.crmLeads();
    expect(record).toMatchObject({
      First_Name: 'Asha',
      Last_Name: 'Nair',
      Email: 'Asha@example.com',
      Lead_Source: 'Direct',
      Form_Name: 'Waitlist',
      Course_Name1: expect.stringMatching(/\w/),
      trigger: ['approval', 'workflow', 'blueprint'],
    });
    expect(await entries()).toMatchObject([
      { course_id: '201', batch_id: String(await batchId()), seats: 2, state: 'waiting' },
    ]);
  });

  it('refuses if seats are free', async () => {
    given = 0;
    const answer = await join();
    expect(answer).toMatchObject({
      status: 0,
      message: expect.stringMatching(/seats? of this batch (is|are) free/),
    });
    expect(await stack.ledger()).toMatchObject([
      {
        forward_state: 'refused',
        crm_state: 'none',
        last_error: expect.stringContaining('waiting list refused'),
      },
    ]);
    expect(await entries()).toEqual([]);
    // The upstream does not count seats, so all count as free.
    given = 1_000;
    expect(await join({ course_id: 101, course_schedule_id: await batchId(101) })).toMatchObject({
      status: 0,
    });
  });

  it('refuses a batch that is not for sale', async () => {
    expect(await join({ course_schedule_id: 4711 })).toMatchObject({
      status: 0,
      message: expect.stringContaining('no longer available'),
    });
  });

  it.each([
    [{ number_of_course: 0 }, 'number_of_course'],
    [{ number_of_course: 11 }, 'number_of_course'],
    [{ course_schedule_id: undefined }, 'course_schedule_id'],
    [{ full_name: '' }, 'full_name'],
    [{ email: 'asha' }, 'email'],
    [{ phone_number: '' }, 'phone_number'],
  ])('refuses %j with an error at the field', async (change, field) => {
    const { body } = await http
      .post('/api/waitlist')
      .send(await requested(change))
      .expect(400);
    expect(Object.keys(body.errors)).toEqual([field]);
    expect(await stack.ledger()).toEqual([]);
  });

  it('stores the same submission once, whatever happens in between', async () => {
    const submission = { submission_id: randomUUID() };
    const first = await join(submission);
    given = 0;
    expect(await join(submission)).toEqual(first);
    expect(await stack.ledger()).toHaveLength(1);
    expect(await entries()).toHaveLength(1);
    await http
      .post('/api/waitlist')
      .send(await requested({ ...submission, number_of_course: 3 }))
      .expect(409);
  });

  it('stores a lead even while the upstream is down', async () => {
    const entry = await requested();
    await stack.upstreamFault({ kind: 'http_500' });
    const { body } = await http.post('/api/waitlist').send(entry).expect(200);
    expect(body.status).toBe(1);
    expect(await entries()).toHaveLength(1);
  });

  it('keeps the position of a person who joins again, with the newest number of seats', async () => {
    await join();
    await join({ email: 'ravi@example.com' });
    const [first] = await entries();
    await join({ number_of_course: 1 });
    const waiting = (await entries()).filter(({ state }) => state === 'waiting');
    expect(waiting.map(({ seats }) => seats)).toEqual([1, 2]);
    expect(waiting[0]?.joined_at).toEqual(first?.joined_at);
  });
});

describe('an entry that a stranger makes with the email of another person', () => {
  const joinFrom = async (address: string, seats: number) =>
    http
      .post('/api/waitlist')
      .set('x-forwarded-for', address)
      .send(await requested({ number_of_course: seats }))
      .expect(200);

  it('does not change the number of seats and the position of the first entry', async () => {
    await joinFrom('198.51.100.9', 1);
    await joinFrom('203.0.113.7', 9);
    expect(await entries()).toMatchObject([
      { seats: 1, state: 'waiting' },
      { seats: 9, state: 'waiting' },
    ]);
  });

  it('is the same entry if the number of seats is the same', async () => {
    await joinFrom('198.51.100.9', 2);
    await joinFrom('203.0.113.7', 2);
    const [first, again] = await entries();
    expect([first?.state, again?.state].toSorted()).toEqual(['closed', 'waiting']);
    expect(first?.joined_at).toEqual(again?.joined_at);
  });
});

describe('a lead of the waiting list', () => {
  it('that looks like spam is quarantined before it is added to the list', async () => {
    expect(await join({ website: 'https://spam.example' })).toMatchObject({ status: 1 });
    expect(await entries()).toEqual([]);
    const [lead] = await stack.ledger();
    expect(lead).toMatchObject({ forward_state: 'quarantined' });
    // The visitor has been thanked, so free seats no longer cause a refusal.
    given = 0;
    expect(await ops('release', lead?.id ?? '')).toMatchObject({ status: 0 });
    await stack.work();
    expect(await stack.ledger()).toMatchObject([{ forward_state: 'not_needed', crm_state: 'delivered' }]);
    expect(await entries()).toHaveLength(1);
  });

  it('is listed, sent again and erased like any other', async () => {
    await stack.crmFault({ kind: 'invalid_data', times: 1 });
    await join();
    await stack.work();
    const [lead] = await stack.ledger();
    expect(lead).toMatchObject({ crm_state: 'dead' });
    expect((await ops('--state', 'dead')).text).toContain('waitlist');
    await ops('resend', lead?.id ?? '');
    await stack.work();
    expect(await stack.crmLeads()).toHaveLength(1);
    await ops('erase', '--email', 'asha@example.com');
    expect(await stack.ledger()).toMatchObject([{ email: '', values: {} }]);
  });

  it('whose process died is resumed', async () => {
    await join();
    await database.deleteFrom('waitlist_entries').execute();
    await database
      .updateTable('leads')
      .set({ forward_state: 'received', crm_state: 'waiting', answer: null, forward_busy_until: null })
      .execute();
    await stack.leads.sweep();
    await stack.work();
    expect(await stack.ledger()).toMatchObject([{ forward_state: 'not_needed', crm_state: 'delivered' }]);
    expect(await entries()).toHaveLength(1);
  });
});
