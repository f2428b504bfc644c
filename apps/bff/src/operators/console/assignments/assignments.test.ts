import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useConsole } from '../../../../testing/console/console-stack.ts';

const { call, runAction, operator, database } = await useConsole();
const [first, second, viewer] = [
  await operator('desk', 'first@example.com'),
  await operator('admin', 'second@example.com'),
  await operator('viewer'),
];

async function insertLead(): Promise<string> {
  const id = randomUUID();
  const lead = { id, endpoint: 'form', form: 'contact_us', body_hash: '', email: '', values: '{}' } as const;
  const state = { page_url: '', forward_state: 'saved', crm_state: 'delivered' } as const;
  await database
    .insertInto('leads')
    .values({ ...lead, ...state })
    .execute();
  return id;
}

const assign = (by: string, id: string, to: string) =>
  runAction('/actions/leads.assign', by, { id, operator: to });

describe('a lead', () => {
  it('is assigned to one operator, until that operator or an admin changes it', async () => {
    const id = await insertLead();
    expect((await assign(second.cookie, id, second.email)).status).toBe(200);
    const refused = await assign(first.cookie, id, first.email);
    expect(refused).toMatchObject({
      status: 409,
      json: { message: expect.stringContaining('is assigned to') },
    });
    const { data } = (await call('GET', '/assignments', { cookie: viewer.cookie })).json;
    expect(data).toMatchObject([{ kind: 'lead', id, email: second.email }]);
    const one = (requested: string) => call('GET', `/assignments?id=${requested}`, { cookie: viewer.cookie });
    expect((await one(id)).json.data).toEqual(data);
    expect((await one(randomUUID())).json.data).toEqual([]);
    expect((await one('all')).status).toBe(400);
    expect((await assign(first.cookie, id, 'nobody')).status).toBe(409);
    expect((await assign(second.cookie, id, first.email)).status).toBe(200);
    expect((await assign(first.cookie, id, 'nobody')).status).toBe(200);
    expect((await assign(first.cookie, id, 'nobody')).status).toBe(409);
    expect((await call('GET', '/assignments', { cookie: first.cookie })).json.data).toEqual([]);
  });

  it('cannot be assigned to a viewer or an unknown operator, or by a viewer', async () => {
    const id = await insertLead();
    expect((await assign(first.cookie, id, viewer.email)).status).toBe(400);
    expect((await assign(first.cookie, id, 'stranger@example.com')).status).toBe(400);
    expect((await assign(viewer.cookie, id, first.email)).status).toBe(403);
    expect((await assign(first.cookie, randomUUID(), first.email)).status).toBe(404);
  });

  it('is assigned to only one operator by concurrent requests', async () => {
    const id = await insertLead();
    const answers = await Promise.all([first, second].map(({ cookie, email }) => assign(cookie, id, email)));
    const { data } = (await call('GET', '/assignments', { cookie: first.cookie })).json;
    expect(data.filter((row: { id: string }) => row.id === id)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  });
});
