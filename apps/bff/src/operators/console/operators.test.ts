import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { useConsole } from '../../../testing/console/console-stack.ts';
import { actionsOn } from '../../../testing/operators/actions-on.ts';
import { recordAudit } from '../audit/record-entry.ts';

const { call, runAction, operator, database } = await useConsole();
const admin = await operator('admin');
const act = (name: string, body: object, { cookie } = admin) =>
  runAction(`/actions/operators.${name}`, cookie, body);
const seen = async ({ cookie }: typeof admin) => (await call('GET', '/operators', { cookie })).status;

it('changes an operator’s role, which applies to the next request of an open session', async () => {
  const desk = await operator('desk');
  expect(await seen(desk)).toBe(403);
  const changed = await act('set-role', { email: desk.email, role: 'admin' });
  expect(changed.json.data).toMatchObject({
    done: 'desk@example.com now has the role admin.',
    operator: { role: 'admin', former_role: 'desk' },
  });
  expect(await seen(desk)).toBe(200);
  expect((await act('set-role', { email: desk.email, role: 'viewer' })).status).toBe(200);
  expect(await seen(desk)).toBe(403);
  expect(await act('set-role', { email: desk.email, role: 'viewer' })).toMatchObject({
    status: 409,
    json: { message: 'desk@example.com already has the role viewer.' },
  });
  expect((await act('set-role', { email: 'nobody@example.com', role: 'desk' })).status).toBe(404);
});

it('a changed role also applies to the invitation after a reset', async () => {
  const lost = await operator('desk', 'lost@example.com');
  const { link } = (await act('reset-2fa', { email: lost.email })).json.data;
  await act('set-role', { email: lost.email, role: 'viewer' });
  const [, token] = String(link).split('#');
  const invitation = await call('POST', '/invitations/look', { body: { token } });
  expect(invitation.json.data.role).toBe('viewer');
});

it('finds entries of the audit log by operator, action, subject and day', async () => {
  await operator('viewer', 'seen@example.com');
  const changed = await act('set-role', { email: 'seen@example.com', role: 'desk' });
  const { id } = changed.json.data.operator;
  const today = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10);
  const found = async (query: string) => {
    const { json } = await call('GET', `/audit?${query}`, { cookie: admin.cookie });
    return json.data.rows.map(({ action, subject_id }: Record<string, string>) => [action, subject_id]);
  };
  const change = ['operators.set-role', id];
  const filter = `action=operators.set-role&subject=${id}&operator=${admin.email}`;
  expect(await found(`${filter}&from=${today}&to=${today}`)).toEqual([change]);
  expect(await found(`${filter}&to=2026-01-01`)).toEqual([]);
  expect(await found(`${filter}&before=1`)).toEqual([]);
  expect(await found(`subject=${id}&action=operators.disable`)).toEqual([]);
  expect(await found('operator=nobody@example.com')).toEqual([]);
});

it('pages the audit log', async () => {
  const actor = { id: null, email: 'test' };
  for (let number = 0; number < 110; number += 1)
    await recordAudit(database, { actor, action: 'lead.read', subject: { kind: 'lead', id: `${number}` } });
  const page = async (query = '') =>
    (await call('GET', `/audit${query}`, { cookie: admin.cookie })).json.data;
  const { rows, next } = await page();
  const second = await page(`?before=${next}`);
  expect(rows).toHaveLength(100);
  expect(Number(second.rows[0].id)).toBe(Number(rows.at(-1).id) - 1);
});

it('refuses operators who change their own role or disable themselves', async () => {
  for (const [name, body] of [
    ['set-role', { email: admin.email, role: 'desk' }],
    ['disable', { email: admin.email }],
  ] as const)
    expect((await act(name, body)).status).toBe(409);
  expect(await seen(admin)).toBe(200);
});

it('keeps one admin if two admins concurrently remove each other’s role', async () => {
  const other = await operator('admin', 'other@example.com');
  const statuses = await Promise.all([
    act('set-role', { email: other.email, role: 'viewer' }),
    act('set-role', { email: admin.email, role: 'viewer' }, other),
  ]);
  // The slower request is refused because of the last admin, or because its operator is no longer an admin.
  expect(statuses.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  const admins = await database.selectFrom('operators').select('email').where('role', '=', 'admin').execute();
  expect(admins).toHaveLength(1);
});

it('refuses to remove the last admin from the command line', async () => {
  const email = 'only@example.com';
  await database
    .deleteFrom('operators')
    .where('email', '<>', (await operator('admin', email)).email)
    .execute();
  const shell = { id: null, email: 'shell', role: 'admin', isSteppedUp: true } as const;
  const run = (name: 'operators.disable' | 'operators.set-role', input: object) =>
    actionsOn(database).execute(name, input, { actor: shell, key: randomUUID(), requestId: 'ops' });
  await expect(run('operators.disable', { email })).rejects.toMatchObject({ code: 'last_admin' });
  await expect(run('operators.set-role', { email, role: 'desk' })).rejects.toMatchObject({
    code: 'last_admin',
  });
});

it('refuses a reset of a disabled operator, and enables the account once', async () => {
  const boss = await operator('admin', 'boss@example.com');
  const gone = await operator('desk', 'gone@example.com');
  expect((await act('disable', { email: gone.email }, boss)).status).toBe(200);
  expect(await act('reset-2fa', { email: gone.email }, boss)).toMatchObject({
    status: 409,
    json: { message: 'gone@example.com is disabled. Enable the account first.' },
  });
  const stateOf = async () =>
    (await call('GET', '/operators', { cookie: boss.cookie })).json.data.find(
      ({ email }: { email: string }) => email === gone.email,
    ).disabled_at;
  expect(await stateOf()).not.toBeNull();
  expect((await act('enable', { email: gone.email }, boss)).status).toBe(200);
  expect(await stateOf()).toBeNull();
  expect((await act('enable', { email: gone.email }, boss)).status).toBe(409);
});

it('emails a reset once to the operator and the other admins, but not to the admin who did it', async () => {
  await database.deleteFrom('mails').execute();
  await database.deleteFrom('operators').execute();
  const boss = await operator('admin', 'boss@example.com');
  await operator('admin', 'second@example.com');
  const fired = await operator('admin', 'fired@example.com');
  await act('disable', { email: fired.email }, boss);
  const { email } = await operator('finance', 'reset@example.com');
  const key = randomUUID();
  for (let tries = 0; tries < 2; tries += 1)
    await runAction('/actions/operators.reset-2fa', boss.cookie, { email }, key);
  await call('POST', '/actions/operators.reset-2fa/preview', { cookie: boss.cookie, body: { email } });
  const mails = await database
    .selectFrom('mails')
    .select(['recipient', 'facts'])
    .where('kind', '=', 'operator_reset')
    .orderBy('recipient')
    .execute();
  const facts = expect.objectContaining({ email, by: boss.email });
  expect(mails).toEqual([
    { recipient: email, facts },
    { recipient: 'second@example.com', facts },
  ]);
});

it('emails a changed role to the operator and the other admins, and does not enable a disabled operator', async () => {
  await database.deleteFrom('mails').execute();
  await database.deleteFrom('operators').execute();
  const boss = await operator('admin', 'boss@example.com');
  await operator('admin', 'second@example.com');
  const gone = await operator('desk', 'gone@example.com');
  await act('disable', { email: gone.email }, boss);
  expect((await act('set-role', { email: gone.email, role: 'finance' }, boss)).status).toBe(200);
  const mails = await database
    .selectFrom('mails')
    .select(['recipient', 'facts'])
    .where('kind', '=', 'operator_role_changed')
    .orderBy('recipient')
    .execute();
  const facts = expect.objectContaining({ email: gone.email, from: 'desk', to: 'finance', by: boss.email });
  expect(mails).toEqual([
    { recipient: gone.email, facts },
    { recipient: 'second@example.com', facts },
  ]);
  const row = await database
    .selectFrom('operators')
    .select('disabled_at')
    .where('email', '=', gone.email)
    .executeTakeFirstOrThrow();
  expect(row.disabled_at).not.toBeNull();
});
