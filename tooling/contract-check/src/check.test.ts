import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { callNames, readCallNames } from '@meridian/contracts/calls';
import { useTestDatabase } from '@meridian/stack/test-database';
import { startUpstream } from '@meridian/upstream/start';
import fastify from 'fastify';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { checkContract, passes } from './check.ts';
import { jsonReport, tableReport } from './report.ts';
import type { Result } from './result.ts';

const { url: databaseUrl } = await useTestDatabase();
const reference = await startUpstream({
  databaseUrl,
  contentDir: resolve(import.meta.dirname, '../../../apps/upstream/content'),
  faults: true,
  host: '127.0.0.1',
  port: 0,
  logLevel: 'silent',
});

/** Modifies the answers of the reference upstream. */
let change = (_path: string, answer: Record<string, unknown>): unknown => answer;
const other = fastify({ forceCloseConnections: true });
other.removeAllContentTypeParsers();
other.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
other.post('/base/*', async (request) => {
  const path = request.url.replace('/base', '');
  const type = request.headers['content-type'] ?? 'application/json';
  const body = new Uint8Array(request.body as Buffer);
  const answer = await fetch(reference.url + path, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  });
  return change(path, (await answer.json()) as Record<string, unknown>);
});
const otherUrl = `${await other.listen({ host: '127.0.0.1', port: 0 })}/base/`;

afterEach(() => {
  change = (_path, answer) => answer;
});
afterAll(async () => {
  await other.close();
  await reference.stop();
});

async function control(path: string, body?: object): Promise<{ data: unknown }> {
  const init = body && {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  return (await fetch(reference.url + path, init)).json() as Promise<{ data: unknown }>;
}

const of = (results: Result[], call: string) => results.filter((result) => result.call === call);
const worst = (results: Result[]) =>
  results.filter(({ verdict }) => verdict !== 'ok' && verdict !== 'skipped');

describe('the reference upstream', () => {
  it('fulfils the contract in every read, and the check writes nothing', async () => {
    const results = await checkContract({ upstream: reference.url, writes: false });
    expect(worst(results)).toEqual([]);
    expect(passes(results)).toBe(true);
    for (const name of callNames) expect(of(results, name).length).toBeGreaterThan(0);
    const requested = results.filter(({ verdict }) => verdict === 'ok').map(({ call }) => call);
    for (const name of readCallNames) expect(requested).toContain(name);
    expect((await control('/_upstream/submissions')).data).toEqual([]);
  });

  it('fulfils the contract in every submission, and stores each submission once', async () => {
    const results = await checkContract({ upstream: reference.url, writes: true });
    expect(worst(results)).toEqual([]);
    expect(results.filter(({ verdict }) => verdict === 'skipped')).toEqual([]);
    const { data: submissions } = await control('/_upstream/submissions');
    const { data: bookings } = await control('/_upstream/bookings');
    expect(submissions).toHaveLength(12);
    expect(bookings).toHaveLength(1);
    for (const text of [submissions, bookings].map((rows) => JSON.stringify(rows)))
      expect(text).toMatch(/contract-check@example\.com/);
  });
});

describe('another upstream', () => {
  it('is tolerated if the BFF normalises its deviations, and the report names the fields', async () => {
    change = (path, answer) => {
      if (path === '/header') return { ...answer, status: '1' };
      if (path !== '/course_schedule' || answer.status !== 1) return answer;
      const data = answer.data as { course_schedule: { fee: number }[] };
      return {
        ...answer,
        data: {
          ...data,
          course_schedule: data.course_schedule.map((batch) => ({ ...batch, fee: `₹ ${batch.fee}` })),
        },
      };
    };
    const results = await checkContract({ upstream: otherUrl, writes: false });
    expect(passes(results)).toBe(true);
    expect(of(results, 'header')).toMatchObject([
      { verdict: 'tolerated', findings: ['answer.status: text read as a number'] },
    ]);
    expect(of(results, 'course_schedule')[0]).toMatchObject({
      verdict: 'tolerated',
      findings: ['data.course_schedule.*.fee: text read as a number'],
    });
  });

  it('deviates in each call with an answer that the BFF cannot use', async () => {
    let firstPage: unknown;
    change = (path, answer) => {
      if (path === '/home') return { status: 1, data: 'soon' };
      if (path === '/contact_us') return { result: 'done' };
      if (path === '/course_details' && answer.status === 0) return { ...answer, status: 1, data: { id: 1 } };
      // Ignores the offset.
      if (path === '/blog')
        firstPage ??= { ...answer, data: { ...(answer.data as object), total_blog: 500 } };
      return path === '/blog' ? firstPage : answer;
    };
    const results = await checkContract({ upstream: otherUrl, writes: true });
    expect(passes(results)).toBe(false);
    expect(of(results, 'home')).toMatchObject([
      { verdict: 'deviates', findings: ['data: Invalid input: expected object, received string'] },
    ]);
    expect(of(results, 'contact_us')).toMatchObject([{ verdict: 'deviates' }]);
    expect(of(results, 'course_details').map(({ verdict }) => verdict)).toEqual(['ok', 'deviates']);
    expect(
      of(results, 'blog').some(({ findings }) =>
        /12 items of the first page are also on the next page/.test(findings.join()),
      ),
    ).toBe(true);
    // The other calls are still checked.
    expect(of(results, 'partner_with_us').map(({ verdict }) => verdict)).toEqual(['ok', 'ok']);
  });

  it('gets a result for every call, even if its answers are broken', async () => {
    const kinds = {
      header: 'http_500',
      course_category: 'html_502',
      customer_speak: 'reset',
      page: 'malformed',
    };
    for (const [call, kind] of Object.entries(kinds))
      await control('/_upstream/faults', { kind, calls: [call] });
    const results = await checkContract({ upstream: reference.url, writes: false });
    await control('/_upstream/faults', { kind: 'none' });
    expect(of(results, 'header')).toMatchObject([
      { verdict: 'deviates', findings: ['HTTP 500, expected 200'] },
    ]);
    expect(of(results, 'course_category')).toMatchObject([
      { verdict: 'unreachable', findings: ['HTTP 502 without JSON'] },
    ]);
    expect(of(results, 'customer_speak')).toMatchObject([{ verdict: 'unreachable' }]);
    expect(of(results, 'page').map(({ verdict }) => verdict)).toEqual(Array(4).fill('unreachable'));
    expect(passes(results)).toBe(false);
  });

  it('is reported as unreachable if it does not run', async () => {
    const results = await checkContract({ upstream: 'http://127.0.0.1:1', writes: false });
    const verdicts = new Set(results.map(({ verdict }) => verdict));
    expect(verdicts).toEqual(new Set(['unreachable', 'skipped']));
    for (const name of callNames) expect(of(results, name).length).toBeGreaterThan(0);
  });
});

describe('the report', () => {
  const results: Result[] = [
    { call: 'header', question: 'valid data', verdict: 'ok', findings: [], durationMs: 4 },
    {
      call: 'blog',
      question: 'first page',
      verdict: 'deviates',
      findings: Array.from({ length: 9 }, (_, i) => `f${i}`),
    },
  ];

  it('is a table for people', () => {
    const lines = tableReport('http://x', results);
    expect(lines[0]).toMatch(/^header +valid data +ok +4 ms$/);
    expect(lines).toContain('    f5');
    expect(lines).toContain('    and 3 more (all of them with --json)');
    expect(lines.at(-2)).toBe('http://x: 1 ok, 1 deviates');
    expect(lines.at(-1)).toContain('cannot work');
  });

  it('is JSON for scripts', () => {
    expect(JSON.parse(jsonReport('http://x', results))).toMatchObject({
      passes: false,
      counts: { ok: 1, deviates: 1, unreachable: 0 },
      results,
    });
  });
});

describe('the command', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [resolve(import.meta.dirname, 'main.ts'), ...args], { encoding: 'utf8' });

  it('exits with 1 for an upstream that cannot be used', () => {
    const { status, stdout } = run('--upstream', 'http://127.0.0.1:1', '--json');
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ passes: false });
  });

  it.each([[[]], [['--upstream', 'example']], [['--nonsense']]])(
    'exits with 2 for the arguments %j',
    (args) => {
      expect(run(...args).status).toBe(2);
    },
  );
});
