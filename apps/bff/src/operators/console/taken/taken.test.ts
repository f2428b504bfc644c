import { describe, expect, it } from 'vitest';
import { useConsole } from '../../../../testing/console/console-stack.ts';

const { call, operator } = await useConsole();
const [first, second, viewer] = [
  await operator('desk', 'first@example.com'),
  await operator('admin', 'second@example.com'),
  await operator('viewer'),
];

const subject = { kind: 'order', id: '01890000-0000-7000-8000-000000000000' };
const press = (deed: string, cookie: string, body: object = subject) =>
  call('POST', `/taken/${deed}`, { cookie, body });

describe('21 who works on what', () => {
  it('21 what one operator took, another cannot take until it is given back', async () => {
    expect((await press('take', second.cookie)).status).toBe(200);
    const refused = await press('take', first.cookie);
    expect(refused.status).toBe(409);
    expect(refused.json.message).toContain('has taken it');
    const { data } = (await call('GET', '/taken', { cookie: first.cookie })).json;
    expect(data).toMatchObject([{ ...subject, operator_email: second.email }]);
    expect((await press('release', first.cookie)).status).toBe(409);
    expect((await press('release', second.cookie)).status).toBe(200);
    expect((await press('take', first.cookie)).status).toBe(200);
    // An admin frees it.
    expect((await press('release', second.cookie)).status).toBe(200);
    expect((await press('take', viewer.cookie)).status).toBe(403);
    expect((await press('take', first.cookie, { kind: 'operator', id: '1' })).status).toBe(400);
  });

  it('21 of two who press at once one takes it', async () => {
    const id = '01890000-0000-7000-8000-000000000001';
    const answers = await Promise.all(
      [first, second].map(({ cookie }) => press('take', cookie, { kind: 'lead', id })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});
