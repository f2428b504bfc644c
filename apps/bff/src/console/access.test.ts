import { roles } from '@meridian/contracts/console/roles';
import { describe, expect, it } from 'vitest';
import { consoleRoutes } from './console-routes.ts';
import { useConsole } from './testing/console-stack.ts';

const { call, operator, database } = await useConsole();
const cookies = new Map<string, string>();
for (const role of roles) cookies.set(role, (await operator(role)).cookie);
const ended = (await operator('admin', 'ended@example.com')).cookie;
await call('POST', '/session/end', { cookie: ended });

const anId = '01890000-0000-7000-8000-000000000000';
const pathOf = (path: string) => path.replace(':id', anId);
const closed = consoleRoutes.filter(({ access }) => access !== 'public');
const restricted = closed.flatMap((route) =>
  roles
    .filter(
      (role) =>
        route.access !== 'enrolling' &&
        route.access !== 'viewer' &&
        role !== 'admin' &&
        role !== route.access,
    )
    .map((role) => ({ ...route, role })),
);

describe('console: access', () => {
  it.each(closed)('$method $path refuses who is not signed in', async ({ method, path }) => {
    expect((await call(method, pathOf(path))).status).toBe(401);
  });

  it.each(closed)('$method $path refuses an ended session', async ({ method, path }) => {
    expect((await call(method, pathOf(path), { cookie: ended })).status).toBe(401);
  });

  it.each(restricted)('$method $path refuses the role $role', async ({ method, path, role }) => {
    const answer = await call(method, pathOf(path), { cookie: cookies.get(role) ?? '', body: {} });
    expect(answer.status).toBe(403);
    expect(answer.json.message).toContain(role);
  });

  it.each(consoleRoutes.filter(({ proof }) => proof))(
    '$path asks for a fresh proof',
    async ({ method, path }) => {
      await database.updateTable('operator_sessions').set({ proved_at: null }).execute();
      const answer = await call(method, pathOf(path), { cookie: cookies.get('admin') ?? '', body: {} });
      expect(answer).toMatchObject({ status: 403, json: { errors: { proof: ['needed'] } } });
    },
  );

  it('refuses what comes from another origin, or to another host', async () => {
    const cookie = cookies.get('admin') ?? '';
    const strange: Record<string, string>[] = [
      { origin: 'https://elsewhere.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of strange)
      expect((await call('POST', '/session/end', { cookie, headers })).status).toBe(403);
    expect((await call('GET', '/today', { cookie, headers: { host: 'elsewhere.example' } })).status).toBe(
      421,
    );
    expect((await call('GET', '/today', { cookie })).status).toBe(200);
  });
});
