/** Two servers share one database: a purge at one of them reaches both. */
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../testing/eventually.ts';
import { actionsOn } from '../../../testing/operators/actions-on.ts';
import { useSite } from '../../../testing/site.ts';
import { cacheCommand } from '../../operators/cli/cache.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { purgeTarget } from './purge-target.ts';

const token = 'a token for the tests';
const authorization = `Bearer ${token}`;

/** Content version that the upstream puts in each answer. */
let edition = 0;
/** Version that every server has cached before each test. */
let base = 0;
let down = false;
async function answerOf(request: IncomingMessage): Promise<object> {
  const body = JSON.parse((await text(request)) || '{}') as { seo_slug?: string };
  if (request.url === '/header') return { discount_text: `edition ${edition}`, button_text: '' };
  return { id: 7, name: `${body.seo_slug} edition ${edition}`, seo_slug: body.seo_slug, career_growth: {} };
}
const upstream = createServer(async (request, response) => {
  if (request.url?.startsWith('/media/')) {
    response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(`<svg id="${edition}"/>`);
    return;
  }
  const data = await answerOf(request);
  response
    .writeHead(down ? 500 : 200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ status: 1, message: '', data }));
});
await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
const address = upstream.address();
if (address === null || typeof address === 'string') throw new TypeError('The upstream has no TCP address');
const UPSTREAM_URL = `http://127.0.0.1:${address.port}`;

const first = await useSite({ UPSTREAM_URL, OPS_TOKEN: token });
const { DATABASE_URL } = first.environment;
const second = await useSite({ UPSTREAM_URL, OPS_TOKEN: token, DATABASE_URL });
const servers = [first, second];
const database = openDatabase(DATABASE_URL);
afterAll(async () => {
  await database.destroy();
  upstream.close();
});

const coursePath = '/safe/some-course';
const addresses = [
  '/api/header',
  '/api/course_details?seo_slug=some-course',
  '/about',
  coursePath,
  '/media/a.svg',
];

async function editionOf(server: (typeof servers)[number], path: string): Promise<number> {
  const { payload } = await server.app.inject(path);
  return Number(/(?:edition |svg id=")(\d+)/.exec(payload)?.[1]) - base + 1;
}
/** True if an answer is cached with all encodings. */
async function isStored(server: (typeof servers)[number], path: string): Promise<boolean> {
  const { headers, rawPayload } = await server.app.inject({
    url: path,
    headers: { 'accept-encoding': 'br' },
  });
  return headers['content-encoding'] === 'br' || rawPayload.length < 1_000;
}
/** Version at each path and server: 1 is old, 2 is new. */
const editions = () =>
  Promise.all(servers.map((server) => Promise.all(addresses.map((path) => editionOf(server, path)))));
const purge = (target?: string) =>
  first.http.post('/api/cache/purge').set('authorization', authorization).send({ target });

beforeEach(async () => {
  edition += 1;
  base = edition;
  await purge('all').expect(200);
  await eventually(async () => expect(await editions()).toEqual([Array(5).fill(1), Array(5).fill(1)]));
  const each = servers.flatMap((server) => addresses.map((path) => ({ server, path })));
  for (const { server, path } of each)
    await eventually(async () => expect(await isStored(server, path)).toBe(true));
  edition += 1;
});
afterEach(() => {
  down = false;
});

describe('a purge at one server', () => {
  it.each([
    ['all', [2, 2, 2, 2, 2]],
    ['courses', [1, 2, 1, 2, 1]],
    ['header', [2, 1, 2, 1, 1]],
    ['/about', [2, 1, 2, 1, 1]],
    [`${coursePath}/?utm_source=x`, [1, 2, 1, 2, 1]],
    ['/media/a.svg', [1, 1, 1, 1, 2]],
    ['blog', [1, 1, 1, 1, 1]],
  ])('of %s reaches every server', async (target, expected) => {
    // The receiving server purges before it responds.
    const { body } = await purge(target).expect(200);
    expect(body).toMatchObject({ status: 1, data: { purged: expected.filter((seen) => seen === 2).length } });
    const own = await Promise.all(addresses.map((path) => editionOf(first, path)));
    // The page of a course depends only on its own read.
    expect(own).toEqual(expected);
    await eventually(async () => expect((await editions())[1]).toEqual(expected));
  });

  it('serves the old content while the upstream is down', async () => {
    down = true;
    await purge('all').expect(200);
    expect((await editions())[0]).toEqual([1, 1, 1, 1, 2]);
    down = false;
    await eventually(async () => expect((await editions())[0]).toEqual([2, 2, 2, 2, 2]));
  });

  it('purges everything without a target', async () => {
    await purge().expect(200);
    expect((await editions())[0]).toEqual([2, 2, 2, 2, 2]);
  });
});

describe('the call', () => {
  it.each([undefined, 'Bearer', 'Bearer another token of this length', `Basic ${token}`, token])(
    'refuses %s',
    async (given) => {
      const request = first.http.post('/api/cache/purge').send({ target: 'all' });
      const answer = await (given ? request.set('authorization', given) : request).expect(401);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
      expect(answer.body).toMatchObject({ status: 0, message: expect.stringMatching(/token/) });
      expect((await editions())[0]).toEqual([1, 1, 1, 1, 1]);
    },
  );

  it('reports an unknown target', async () => {
    const { body } = await purge('everything').expect(400);
    expect(body.errors.target[0]).toContain('all, courses');
    await first.http
      .post('/api/cache/purge')
      .set('authorization', authorization)
      .send({ target: 'everything', tag: 'x' })
      .expect(400);
    expect(await first.metrics.text()).toContain('http_unknown_fields_total{route="/api/cache/purge"} 1');
  });

  it('does not exist without a token', async () => {
    const without = await useSite({ UPSTREAM_URL });
    await without.http.post('/api/cache/purge').set('authorization', 'Bearer undefined').send({}).expect(404);
  });
});

describe('the operator’s command', () => {
  const run = async (...args: string[]) => {
    const lines: string[] = [];
    const status = await cacheCommand(args, actionsOn(database), (line) => lines.push(line));
    return { status, text: lines.join('\n') };
  };

  it('reaches every server', async () => {
    expect(await run('purge', 'courses')).toEqual({
      status: 0,
      text: 'courses: purged on 2 running servers.',
    });
    const expected = [1, 2, 1, 2, 1];
    await eventually(async () => expect(await editions()).toEqual([expected, expected]));
  });

  it('reports an unknown target', async () => {
    expect(await run('purge', 'sandwiches')).toMatchObject({ status: 2 });
    expect(await run('wipe')).toMatchObject({ status: 2 });
    expect(JSON.parse((await run('purge', '--json')).text)).toMatchObject({ target: 'all', servers: 2 });
  });
});

it('serves stale content after a reconnect, and refreshes it in the background', async () => {
  // A notification is missed and the upstream is down: stale content is served immediately.
  down = true;
  const listeners = async () => {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where application_name = 'bff-cache' and datname = current_database() order by pid`.execute(database);
    return rows.map(({ pid }) => pid);
  };
  const before = await listeners();
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'bff-cache' and datname = current_database()`.execute(database);
  await eventually(async () => {
    const after = await listeners();
    expect(after.filter((pid) => !before.includes(pid))).toHaveLength(2);
  });
  const results = async () => (await first.metrics.text()).match(/cache_requests_total\{.*\} \d+/g) ?? [];
  const count = (lines: string[], result: string) =>
    lines
      .filter((line) => line.includes(`result="${result}"`))
      .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  const earlier = await results();
  // The database state that pages show is read before the pages are marked stale.
  await eventually(async () => {
    for (const path of ['/about', coursePath]) expect(await editionOf(first, path)).toBe(1);
    expect(count(await results(), 'stale')).toBeGreaterThan(count(earlier, 'stale'));
  });
  expect(count(await results(), 'stale_if_error')).toBe(count(earlier, 'stale_if_error'));
});

it('refreshes everything after a reconnect, because a purge may have been missed', async () => {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'bff-cache' and datname = current_database()`.execute(database);
  await eventually(async () => expect(await editions()).toEqual([Array(5).fill(2), Array(5).fill(2)]));
});

it('purgeTarget parses names and paths', () => {
  expect(purgeTarget('all')).toEqual({ kind: 'all' });
  expect(purgeTarget('home')).toEqual({ kind: 'calls', names: ['home'] });
  expect(purgeTarget('/')).toEqual({ kind: 'path', path: '/' });
  expect(purgeTarget('/about-us/#team')).toEqual({ kind: 'path', path: '/about-us' });
  for (const word of ['', 'constructor', 'contact_us', `/${'x'.repeat(600)}`])
    expect(purgeTarget(word)).toBeUndefined();
});
