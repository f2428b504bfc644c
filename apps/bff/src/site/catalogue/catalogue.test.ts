import type { ReadCallName } from '@meridian/contracts/calls';
import type { Envelope } from '@meridian/contracts/envelope';
import { nextIndiaMidnight } from '@meridian/contracts/india-time';
import { beforeEach, describe, expect, it } from 'vitest';
import { Refusal } from '../../platform/refusal.ts';
import { RemoteError } from '../../platform/remote/remote-error.ts';
import { createCatalogue } from './catalogue.ts';
import type { PublishedTerms } from './text-writer.ts';

const terms: PublishedTerms = {
  refundPolicy: [
    { until_hours_before: 72, percent: 100, within_hours_of_payment: 24 },
    { until_hours_before: 336, percent: 100 },
    { until_hours_before: 168, percent: 75 },
    { until_hours_before: 72, percent: 50 },
  ],
  changePolicy: {
    moves: { early: { untilHoursBefore: 72, withinDays: 180 }, late: { times: 1, withinDays: 90 } },
    attendeesUntilHoursBefore: 48,
  },
};

let clock: number;
let requested: { name: string; request: unknown }[];
let answer: () => Promise<Envelope>;

const header = (text: string) => async () => ({
  status: 1,
  message: 'OK',
  data: { discount_text: text, button_text: 'Go', secret: 'not for browsers' },
});
const down = async (): Promise<Envelope> => {
  throw new RemoteError('upstream', 'timeout', 'late');
};
const settled = () => new Promise((resolve) => setImmediate(resolve));

function createTestCatalogue(given: PublishedTerms | undefined) {
  return createCatalogue({
    upstream: {
      read: (name, request) => {
        requested.push({ name, request });
        return answer();
      },
    },
    upstreamUrl: 'https://upstream.example/api',
    terms: () => given,
    references: () =>
      new Map([
        ['name', 'Kaveri & Sons'],
        ['legal_name', 'Kaveri Skills LLP'],
      ]),
    headers: { 'x-content-type-options': 'nosniff' },
    log: { warn: () => undefined },
    now: () => clock,
  });
}

let catalogue = createTestCatalogue(terms);
async function dataOf(name: ReadCallName, request: unknown = {}) {
  return (await catalogue.read(catalogue.query(name, request))).value.envelope.data;
}

const noon = Date.parse('2026-05-18T12:00:00+05:30');
const day = 24 * 60 * 60 * 1_000;

beforeEach(() => {
  clock = noon;
  requested = [];
  answer = header('first');
  catalogue = createTestCatalogue(terms);
});

describe('freshness', () => {
  it('loads once while the answer is fresh, then serves it stale while one refresh runs', async () => {
    await dataOf('header');
    clock += 59_000;
    await dataOf('header');
    expect(requested).toHaveLength(1);
    clock += 2_000;
    answer = header('second');
    const all = await Promise.all(Array.from({ length: 20 }, () => dataOf('header')));
    expect(new Set(all.map((data) => JSON.stringify(data))).size).toBe(1);
    expect(all[0]).toMatchObject({ discount_text: 'first' });
    await settled();
    expect(requested).toHaveLength(2);
    expect(await dataOf('header')).toMatchObject({ discount_text: 'second' });
  });

  it('serves cached answers for a day while the upstream is down', async () => {
    await dataOf('header');
    answer = down;
    clock += day - 1_000;
    expect(await dataOf('header')).toMatchObject({ discount_text: 'first' });
    clock += 2_000;
    const error = await dataOf('header').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Refusal);
    expect(error).toMatchObject({ kind: 'partner_unavailable', message: 'Fetch error' });
  });

  it('stops serving yesterday’s dates at midnight in India, unless the upstream is down', async () => {
    const schedule = (total: number) => async () => ({
      status: 1,
      message: '',
      data: { id: 5, name: 'x', category_seo_slug: 'a', seo_slug: 'b', total_schedule: total },
    });
    const request = { id: 5 };
    clock = Date.parse('2026-05-18T23:59:50+05:30');
    answer = schedule(1);
    const kept = await catalogue.read(catalogue.query('course_schedule', request));
    expect(kept.freshUntil).toBe(Date.parse('2026-05-19T00:00:00+05:30'));
    clock += 11_000;
    answer = schedule(2);
    expect(await dataOf('course_schedule', request)).toMatchObject({ total_schedule: 2 });
    clock += day - 20_000;
    answer = down;
    expect(await dataOf('course_schedule', request)).toMatchObject({ total_schedule: 2 });
  });

  it('computes the next midnight in India', () => {
    const midnight = Date.parse('2026-05-19T00:00:00+05:30');
    expect(nextIndiaMidnight(midnight - 1)).toBe(midnight);
    expect(nextIndiaMidnight(midnight)).toBe(midnight + day);
  });

  it('returns a refusal without data', async () => {
    answer = async () => ({ status: 0, message: 'Course not found', data: { leak: 1 } });
    const { value } = await catalogue.read(catalogue.query('course_details', { seo_slug: 'x' }));
    expect(value.envelope).toEqual({ status: 0, message: 'Course not found' });
  });

  it('never caches an answer that does not fit its schema', async () => {
    answer = async () => ({ status: 1, message: '', data: 'a text' });
    await expect(dataOf('header')).rejects.toMatchObject({ cause: { code: 'malformed' } });
    answer = header('sound');
    expect(await dataOf('header')).toMatchObject({ discount_text: 'sound' });
  });
});

describe('keys', () => {
  it('shares one entry between equivalent requests', async () => {
    answer = async () => ({ status: 1, message: '', data: {} });
    await dataOf('blog', { offset: '0', search_val: '0', extra: 'x' });
    await dataOf('blog', { search_val: '', category_id: null });
    await dataOf('blog');
    expect(requested).toEqual([{ name: 'blog', request: { offset: 0, search_val: '', category_id: 0 } }]);
    await dataOf('blog', { offset: 12 });
    expect(requested).toHaveLength(2);
  });
});

describe('data', () => {
  it('is normalised: fields that are not in the contract are removed', async () => {
    expect(await dataOf('header')).toEqual({ discount_text: 'first', button_text: 'Go' });
  });

  it('has sanitised HTML, and URLs below /media', async () => {
    answer = async () => ({
      status: 1,
      message: '',
      data: {
        id: '7',
        name: 'Post',
        image: 'https://upstream.example/media/blog/a.svg?v=2',
        description:
          '<h1 onclick="x()">Hi</h1><script>x()</script><p style="color:red" class="y">a</p><img src="/media/b.png" width="10" style="x">',
      },
    });
    expect(await dataOf('blog_detail', { seo_slug: 'post' })).toMatchObject({
      id: 7,
      image: '/media/blog/a.svg?v=2',
      description: '<h2>Hi</h2><p>a</p><img src="/media/b.png" alt="" width="10" loading="lazy" />',
    });
  });
});

describe('a text with placeholders', () => {
  const page = (content: string, given = terms) => {
    answer = async () => ({ status: 1, message: 'OK', data: { content } });
    catalogue = createTestCatalogue(given);
    return dataOf('page', { page_name: 'refund_policy' });
  };

  it('shows the terms that the checkout enforces', async () => {
    expect(
      await page(
        '<p>{{refund_steps}}</p><p>{{late_moves_from}}: {{late_moves_times}}, {{late_moves_within}}.</p>',
      ),
    ).toEqual({
      content: [
        '<table><thead><tr><th>You tell us</th><th>You receive back</th></tr></thead><tbody>',
        '<tr><td>within 24 hours of paying, if the batch is more than 72 hours away</td><td>100 per cent</td></tr>',
        '<tr><td>15 days or more before the batch begins</td><td>100 per cent</td></tr>',
        '<tr><td>8 to 14 days before</td><td>75 per cent</td></tr>',
        '<tr><td>4 to 7 days before</td><td>50 per cent</td></tr>',
        '<tr><td>3 days before or later, or without notice</td><td>no refund</td></tr></tbody></table>',
        '<p>3 days before or later: once, 90 days.</p>',
      ].join(''),
    });
  });

  it('shows hours if a step is not a whole number of days', async () => {
    const refundPolicy = [{ until_hours_before: 100, percent: 80 }];
    const { content } = (await page('<p>{{refund_steps}}</p>', { ...terms, refundPolicy })) as {
      content: string;
    };
    expect(content).toContain('more than 100 hours before the first day begins</td><td>80 per cent');
    expect(content).toContain('100 hours before the first day begins, or later, or without notice');
  });

  it('gets the refund steps even if its author left the placeholder out', async () => {
    const { content } = (await page('<p>We refund as we see fit.</p>')) as { content: string };
    expect(content).toMatch(/^<p>We refund as we see fit\.<\/p><h2>What a cancellation refunds<\/h2><table>/);
  });

  it('is not shown while the terms are unknown', async () => {
    answer = async () => ({ status: 1, message: 'OK', data: { content: '<p>{{refund_steps}}</p>' } });
    catalogue = createTestCatalogue(undefined);
    await expect(dataOf('page', { page_name: 'refund_policy' })).rejects.toMatchObject({
      kind: 'unavailable',
    });
  });

  it('names the training provider as in the instance and the settings', async () => {
    const { content } = (await page('<p>{{legal_name}} is {{name}}.</p>{{refund_steps}}')) as {
      content: string;
    };
    expect(content).toMatch(/^<p>Kaveri Skills LLP is Kaveri &amp; Sons\.<\/p><table>/);
  });

  it('is shown without terms if it needs only the name of the training provider', async () => {
    answer = async () => ({ status: 1, message: 'OK', data: { content: '<p>{{name}}</p>' } });
    catalogue = createTestCatalogue(undefined);
    expect(await dataOf('page', { page_name: 'privacy_policy' })).toEqual({
      content: '<p>Kaveri &amp; Sons</p>',
    });
  });

  it('keeps an unknown placeholder, so that the author notices it', async () => {
    expect(await page('<p>{{refund_steps}}</p><p>{{refund_stages}}</p>')).toEqual({
      content: expect.stringMatching(/<\/table><p>\{\{refund_stages\}\}<\/p>$/),
    });
  });
});
