import type { VisitReport } from '@meridian/contracts/site/visits/steps';
import { describe, expect, it } from 'vitest';
import { useSite } from '../../../testing/site.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { deleteOldVisits } from './forget-visits.ts';
import { createCounter } from './visit-counter.ts';
import { createVisits } from './visits.ts';

const site = await useSite({ FORM_LIMIT_PER_MINUTE: '40' });
const database = openDatabase(site.environment.DATABASE_URL);
const pageOfCourse = { route: '/:category/:slug', course: 'safe-agilist-certification' };
const report: VisitReport = {
  source: 'Google',
  campaign: 'Safe  November',
  steps: [
    { step: 'course_seen', ...pageOfCourse },
    { step: 'checkout_seen', route: '/checkout', course: '101' },
  ],
  vitals: [{ vital: 'LCP', route: pageOfCourse.route, value: 2_400 }],
};
const send = (body: unknown) => site.http.post('/api/visits').send(body as object);
const stored = () =>
  database
    .selectFrom('visit_counts')
    .select(['step', 'route', 'course', 'source', 'campaign', 'visits'])
    .orderBy('step')
    .execute();

function visitsOf(count: (lost: number) => void, now = () => new Date()) {
  return createVisits({
    database,
    now,
    countStep: () => undefined,
    countVital: () => undefined,
    countLost: count,
    findCourse: async () => 'Leading SAFe',
    log: { warn: () => undefined },
  });
}

describe('counts of visits', () => {
  it('are summed by day, step, course and source, and set no cookie', async () => {
    for (let visit = 0; visit < 2; visit += 1) {
      const answer = await send(report).expect(204);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    await site.visits.flush();
    const origin = { source: 'google', campaign: 'safe november', visits: '2' };
    expect(await stored()).toEqual([
      { step: 'checkout_seen', route: '/checkout', course: expect.stringMatching(/SAFe/), ...origin },
      { step: 'course_seen', route: pageOfCourse.route, course: expect.stringMatching(/SAFe/), ...origin },
    ]);
    const text = await site.metrics.text();
    expect(text).toContain('visit_steps_total{step="course_seen"} 2');
    expect(text).toContain('web_vitals_total{vital="LCP",rating="good"} 2');
  });

  it.each([{ 'sec-gpc': '1' }, { dnt: '1' }])('are not recorded with %j', async (headers) => {
    const before = await site.metrics.text();
    await send(report).set(headers).expect(204);
    expect((await site.metrics.text()).match(/visit_steps_total.*/g)).toEqual(
      before.match(/visit_steps_total.*/g),
    );
  });

  it.each([
    ['not a report', {}],
    ['an unknown step', { ...report, steps: [{ step: 'paid', route: '/' }] }],
    ['an endless list', { ...report, steps: Array.from({ length: 61 }, () => report.steps[0]) }],
    ['not a number', { ...report, vitals: [{ vital: 'LCP', route: '/', value: '1' }] }],
    ['a value out of bounds', { ...report, vitals: [{ vital: 'LCP', route: '/', value: -1 }] }],
    ['a long text', { ...report, source: 'x'.repeat(201) }],
  ])('refuse %s', async (_what, body) => {
    await send(body).expect(400);
  });

  it('are limited per address like other POST requests', async () => {
    let answer = await send(report);
    for (let sent = 0; sent < 40 && answer.status !== 429; sent += 1) answer = await send(report);
    expect(answer.status).toBe(429);
    expect(answer.headers['retry-after']).toBeDefined();
  });

  it('stay within their limits, whatever clients send', () => {
    const counter = createCounter(() => new Date());
    const [step] = report.steps;
    for (let sent = 0; sent < 6_000; sent += 1)
      counter.add(
        { ...report, source: `s${sent}`, steps: step ? [{ ...step, course: `c${sent}` }] : [] },
        (course) => course,
      );
    const { visits, vitals } = counter.take();
    expect(visits).toHaveLength(5_000);
    expect(new Set(visits.map(({ source }) => source)).size).toBe(201);
    expect(vitals).toHaveLength(1);
  });

  it('of unknown paths and unknown courses add no rows of their own', () => {
    const counter = createCounter(() => new Date());
    counter.add({ ...report, steps: [{ step: 'page_seen', route: '/wp-login.php' }], vitals: [] }, () => '');
    counter.add(
      { ...report, steps: [{ step: 'page_seen', ...pageOfCourse, course: 'x' }], vitals: [] },
      () => '',
    );
    expect(counter.take().visits).toMatchObject([{ course: '', visits: 1 }]);
  });

  it('are lost if the database does not accept them, without other effects', async () => {
    const broken = openDatabase('postgres://127.0.0.1:1/none');
    const lost: number[] = [];
    const visits = createVisits({
      database: broken,
      countStep: () => undefined,
      countVital: () => undefined,
      countLost: (counts) => lost.push(counts),
      findCourse: async () => {
        throw new Error('no catalogue');
      },
      log: { warn: () => undefined },
    });
    await visits.count(report);
    await visits.close();
    expect(lost).toEqual([3]);
    await broken.destroy();
  });

  it('are deleted after thirteen months', async () => {
    const old = visitsOf(
      () => undefined,
      () => new Date('2020-01-01T00:00:00Z'),
    );
    await old.count(report);
    await old.close();
    expect(await deleteOldVisits(database)).toBe(3);
    expect(await stored()).toHaveLength(2);
    await database.destroy();
  });
});
