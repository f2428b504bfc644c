import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useConsole } from '../../../../testing/console/console-stack.ts';

const { app, call, operator, database } = await useConsole();
const { cookie, email } = await operator('admin');
const get = (path: string, headers: Record<string, string> = {}) =>
  app.inject({ url: `/console/api${path}`, headers: { host: 'localhost:3001', cookie, ...headers } });
const poll = (path: string, etag: unknown) => get(path, { 'if-none-match': String(etag) });

it('a poll of unchanged data gets a 304', async () => {
  const first = await get('/operators');
  expect(first).toMatchObject({ statusCode: 200, headers: { 'cache-control': 'no-store' } });
  expect(await poll('/operators', first.headers.etag)).toMatchObject({ statusCode: 304, body: '' });
  await operator('viewer', 'new@example.com');
  const changed = await poll('/operators', first.headers.etag);
  expect(changed.statusCode).toBe(200);
  expect(changed.body).toContain('new@example.com');
});

it('a poll does not renew the session, and is refused after its end', async () => {
  const soon = sql<Date>`now() + interval '10 minutes'`;
  await database.updateTable('operator_sessions').set({ expires_at: soon }).execute();
  const expiry = () =>
    database
      .selectFrom('operator_sessions')
      .innerJoin('operators', 'operators.id', 'operator_sessions.user_id')
      .select('operator_sessions.expires_at')
      .where('operators.email', '=', email)
      .executeTakeFirstOrThrow();
  const before = await expiry();
  const { etag } = (await poll('/operators', 'none')).headers;
  expect((await poll('/operators', etag)).statusCode).toBe(304);
  expect(await expiry()).toEqual(before);
  await get('/operators');
  expect((await expiry()).expires_at.getTime()).toBeGreaterThan(before.expires_at.getTime());
  await call('POST', '/session/end', { cookie });
  expect((await poll('/operators', etag)).statusCode).toBe(401);
});
