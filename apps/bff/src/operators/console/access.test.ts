import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { actionNames } from '@meridian/contracts/operators/actions';
import { roles } from '@meridian/contracts/operators/console/roles';
import { totpOf } from '@meridian/stack/totp';
import { afterAll, describe, expect, it } from 'vitest';
import { password, useConsole } from '../../../testing/console/console-stack.ts';
import { consoleApi, consoleRoutes } from './console-routes.ts';

const document = '<!doctype html><script type="module" src="/assets/main.js"></script>';
const webDir = await mkdtemp(join(tmpdir(), 'console-build-'));
afterAll(() => rm(webDir, { recursive: true }));
await mkdir(join(webDir, 'assets'));
await writeFile(join(webDir, 'index.html'), document);
await writeFile(join(webDir, 'assets/main.js'), '');

const { app, call, operator, database } = await useConsole({ webDir });
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

/** @returns the routes that the server serves, from Fastify's route tree */
function servedRoutes(): string[] {
  const path: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, lead = '', segment = '', methods = ''] =
        /^((?:│? {3,4}|[├└]── )*)(\S+)(?: \((.+)\))?$/.exec(line) ?? [];
      path.splice(lead.length / 4 - 1, Infinity, segment);
      return methods.split(', ').map((method) => `${method} ${path.join('')}`);
    });
}

const pathsOf = (routes: typeof consoleRoutes) =>
  routes.map(({ method, path }) => `${method} ${path}`).toSorted();

describe('console: access', () => {
  it('only the routes of the table, the actions and the reference are served below the API', () => {
    const served = servedRoutes().filter(
      (route) => /^(?:GET|POST) /.test(route) && route.includes(consoleApi),
    );
    const actionPaths = actionNames.flatMap((name) => [
      `POST /actions/${name}`,
      `POST /actions/${name}/preview`,
    ]);
    const docs = ['GET /docs', 'GET /docs*'];
    const listed = [...pathsOf(consoleRoutes), ...actionPaths, ...docs].map((route) =>
      route.replace(' ', ` ${consoleApi}`),
    );
    expect(new Set(served)).toEqual(new Set(listed));
  });

  it('only the listed routes are public, and only the listed routes need a step-up', () => {
    expect(pathsOf(consoleRoutes.filter(({ access }) => access === 'public'))).toEqual([
      'GET /session/oidc',
      'POST /invitations/accept',
      'POST /invitations/look',
      'POST /session',
      'POST /session/oidc',
      'POST /session/oidc/begin',
      'POST /session/passkey',
      'POST /session/passkey/options',
    ]);
    expect(pathsOf(consoleRoutes.filter(({ stepUp }) => stepUp))).toEqual([
      'POST /batches/:id/attendees',
      'POST /documents/export',
      'POST /export',
      'POST /leads/export',
      'POST /orders/export',
      'POST /passkeys',
      'POST /passkeys/options',
      'POST /reconciliation/export',
    ]);
  });

  it.each(closed)('$method $path refuses a request without a session', async ({ method, path }) => {
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

  it.each(consoleRoutes.filter(({ stepUp }) => stepUp))('$path needs a step-up', async ({ method, path }) => {
    await database.updateTable('operator_sessions').set({ stepped_up_at: null }).execute();
    const answer = await call(method, pathOf(path), { cookie: cookies.get('admin') ?? '', body: {} });
    expect(answer).toMatchObject({ status: 403, json: { errors: { step_up: ['needed'] } } });
  });

  it('refuses requests from another origin or to another host', async () => {
    const cookie = cookies.get('admin') ?? '';
    const strange: Record<string, string>[] = [
      { origin: 'https://elsewhere.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of strange)
      expect((await call('POST', '/session/end', { cookie, headers })).status).toBe(403);
    // A form of another site can send these content types, with origin `null` or without one.
    for (const origin of ['null', ''])
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json']) {
        const headers = { origin, 'sec-fetch-site': 'none', 'content-type': type };
        const answer = await call('POST', '/session/end', { cookie, body: '{}', headers });
        expect([403, 415]).toContain(answer.status);
      }
    const text = { 'content-type': 'text/plain' };
    expect((await call('POST', '/session/end', { cookie, body: '{}', headers: text })).status).toBe(415);
    expect((await call('GET', '/today', { cookie, headers: { host: 'elsewhere.example' } })).status).toBe(
      421,
    );
    expect((await call('GET', '/today', { cookie })).status).toBe(200);
  });

  it('every page address returns the same document, with and without a session', async () => {
    const open = (url: string, headers: Record<string, string> = {}) =>
      app.inject({ url, headers: { host: 'localhost:3001', ...headers } });
    const first = await open('/leads');
    expect(first).toMatchObject({ statusCode: 200, body: document });
    expect(first.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-security-policy': expect.stringContaining("script-src 'self'"),
      'content-type': 'text/html; charset=utf-8',
    });
    for (const url of ['/', '/sign-in', '/orders/1'])
      expect((await open(url, { cookie: cookies.get('admin') ?? '' })).body).toBe(document);
    const again = await open('/leads', { 'if-none-match': String(first.headers.etag) });
    expect(again).toMatchObject({ statusCode: 304, body: '' });
    expect((await open('/assets/main.js')).headers['cache-control']).toContain('immutable');
    for (const url of ['/assets/other.js', `${consoleApi}/other`])
      expect((await open(url)).statusCode).toBe(404);
  });

  it('a sign-in begins a new session and ends the session of the request’s cookie', async () => {
    const victim = await operator('desk', 'victim@example.com');
    const planted = await operator('viewer', 'planted@example.com');
    const body = { email: victim.email, password, code: totpOf(victim.totpUri, 1) };
    const signedIn = await call('POST', '/session', { cookie: planted.cookie, body });
    expect(signedIn.status).toBe(200);
    expect(signedIn.cookie).not.toBe(planted.cookie);
    const session = await call('GET', '/session', { cookie: signedIn.cookie });
    expect(session.json.data.operator.email).toBe(victim.email);
    expect((await call('GET', '/session', { cookie: planted.cookie })).status).toBe(401);
  });
});
