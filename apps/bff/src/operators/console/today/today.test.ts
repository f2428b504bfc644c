import { dayInIndia } from '@meridian/contracts/india-time';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { useConsole } from '../../../../testing/console/console-stack.ts';
import { decide } from '../../../enrolment/decisions/decide.ts';
import { orderBatch } from '../../../enrolment/orders/store/order-tables.ts';
import { storeCounts } from '../../../site/visits/store-counts.ts';
import { readFunnel } from './funnel.ts';
import { healthOf } from './health.ts';
import { readTodayPage } from './today.ts';
import { readTrends } from './trends.ts';

const { call, operator, database, stack } = await useConsole();
const { cookie } = await operator('viewer');
const read = async (path: string) => {
  const { status, json } = await call('GET', path, { cookie });
  return { status, data: json.data };
};

const { order_id: orderId } = await stack.open();
const payment = await stack.pay(orderId, 'captured', 'drop');
await stack.http.post('/api/booking').send(payment).expect(200);
const paid = await database
  .selectFrom('orders')
  .select(['batch', 'total_paise'])
  .where('paid_at', 'is not', null)
  .executeTakeFirstOrThrow();
await database
  .updateTable('orders')
  .set({
    attribution: JSON.stringify({ last_touch: { utm_source: 'Google', utm_campaign: 'Safe November' } }),
  })
  .execute();
const { course_name: course } = orderBatch.parse(paid.batch, 'the paid order');
const day = dayInIndia(new Date());
const seen = { day, route: '/:category/:slug', course, source: 'google' };
await storeCounts(database, {
  visits: [
    { ...seen, step: 'course_seen', campaign: 'safe november', visits: 40 },
    { ...seen, step: 'course_seen', campaign: '', visits: 10 },
    { ...seen, step: 'checkout_seen', campaign: 'safe november', visits: 4 },
  ],
  vitals: [
    { day, route: '/', vital: 'LCP', up_to: 1_000, visits: 80 },
    { day, route: '/', vital: 'LCP', up_to: 10_000, visits: 20 },
  ],
});

describe('today', () => {
  it.each([
    ['course', course, 50],
    ['source', 'google', 50],
    ['campaign', 'safe november', 40],
  ])('the funnel by %s has visits and paid orders', async (by, name, visits) => {
    const { data } = await read(`/today/funnel?by=${by}&days=7`);
    const sums = { paid_paise: Number(paid.total_paise) };
    expect(data.rows).toContainEqual({
      name,
      ...sums,
      counts: expect.objectContaining({ course_seen: visits, checkout_seen: 4, paid: 1 }),
    });
    expect(data.total).toMatchObject({ ...sums, counts: { course_seen: 50, paid: 1 } });
  });

  it('trends end with today, and rate Web Vitals', async () => {
    const { data } = await read('/today/trends');
    expect(data.days).toHaveLength(30);
    expect(data.days.at(-1)).toEqual({
      day,
      visits: 54,
      leads: 0,
      paid_orders: 1,
      paid_paise: Number(paid.total_paise),
    });
    expect(data.vitals).toEqual([{ vital: 'LCP', visits: 100, good_percent: 80, p75_up_to: 1_000 }]);
  });

  it('health without information is shown as unknown', async () => {
    const { data } = await read('/today/health');
    expect(data.map(({ name }: { name: string }) => name)).toEqual([
      'Upstream',
      'Content',
      'CRM',
      'Razorpay',
      'Email',
      'Webhooks',
      'Queues',
      'Replicas',
      'Backups',
    ]);
    const states = Object.fromEntries(
      data.map((item: { name: string; state: string }) => [item.name, item.state]),
    );
    expect(states).toMatchObject({
      Upstream: 'unknown',
      Content: 'unknown',
      Razorpay: 'unknown',
      Backups: 'unknown',
      Email: 'good',
    });
  });

  it('health counts mistakes in the content, and does not call an upstream that is down', async () => {
    const fault = { line: 1, field: '', message: 'is empty', since: '2026-11-28T04:00:00.000Z' };
    const faults = [
      { ...fault, file: 'courses/a.yaml', effect: 'left_out' },
      { ...fault, file: 'site.yaml', effect: 'former_version' },
      { ...fault, file: 'site.yaml', field: 'button_text', effect: 'former_version' },
      { ...fault, file: 'courses/b.yaml', effect: 'warning' },
    ];
    const contentAt = async (state: 'up' | 'down') => {
      const readOptional = async () => ({ status: 1, message: '', data: { faults } });
      const health = await healthOf(
        database,
        { readOptional },
        { upstreamState: () => state, sendsMail: true },
      );
      return health.find(({ name }) => name === 'Content');
    };
    expect(await contentAt('up')).toEqual({
      name: 'Content',
      state: 'attention',
      detail: '4 mistakes in its files; 2 files are not in use as edited: see Catalogue',
    });
    expect(await contentAt('down')).toMatchObject({ state: 'unknown' });
  });

  it('lists of deadlines are empty without disputes, offers, erasures and complaints', async () => {
    expect(await read('/today/deadlines')).toEqual({
      status: 200,
      data: { disputes: [], offers: [], erasures: [], complaints: [] },
    });
  });

  it('a funnel over too many days is refused', async () => {
    expect((await read('/today/funnel?days=10000')).status).toBe(400);
  });

  it('refunds are subtracted from the day of their payment, in the sums, the trends and the funnel', async () => {
    const figures = async () => ({
      sum: (await readTodayPage(database)).paid_paise.day.now,
      days: (await readTrends(database, 'all')).days.at(-1)?.paid_paise ?? 0,
      funnel: (await readFunnel(database, { by: 'course', days: 7 })).total.paid_paise,
    });
    const { order_id: second } = await stack.open();
    const payment = await stack.pay(second, 'captured', 'drop');
    await stack.http.post('/api/booking').send(payment).expect(200);
    const before = await figures();
    await decide(stack.deps, (await stack.order(second)).id, { kind: 'cancel', seats: 1 }, 'one cannot come');
    const after = await figures();
    expect(before.sum - after.sum).toBe(22_418_82);
    expect(before.days - after.days).toBe(22_418_82);
    expect(before.funnel - after.funnel).toBe(22_418_82);
    expect(after.sum).toBe(after.days);
  });

  it('counts refused and bounced emails together, and bounced emails alone', async () => {
    const before = await readTodayPage(database);
    for (const [number, state] of ['refused', 'bounced', 'bounced'].entries())
      await sql`insert into mails (id, kind, cause, recipient, facts, state, next_try_at, due_since, created_at,
          updated_at)
        values (gen_random_uuid(), 'operator_alert', ${`today:${number}`}, '', '{}', ${state}, now(), now(), now(),
          now())`.execute(database);
    const after = await readTodayPage(database);
    expect(after.failed_mails - before.failed_mails).toBe(3);
    expect(after.bounced_mails - before.bounced_mails).toBe(2);
  });

  it('leads and amounts are compared with the previous day, week and month up to the same minute', async () => {
    const before = await readTodayPage(database);
    // Ages just inside and outside of each period, at any time of the day.
    const ages = ['1 day -1 minute', '1 day 1 minute', '7 days -1 minute', '7 days 1 minute', '3 months'];
    ages.push('1 month -1 minute', '1 month 1 minute', '0 minutes');
    for (const [number, age] of ages.entries()) {
      await sql`insert into leads (id, endpoint, form, body_hash, email, "values", page_url, forward_state, crm_state,
          received_at)
        select lead_id_at(now() - ${age}::interval), 'form', 'contact_us', ${age}, 'a@visitor.example', '{}', '',
          'saved', 'delivered', now() - ${age}::interval`.execute(database);
      // A copy of the paid order with a unique amount.
      const paise = 1_000 + 2 ** number;
      await sql`insert into orders select copy.* from orders, jsonb_populate_record(orders, jsonb_build_object(
          'id', gen_random_uuid(), 'provider_order_id', ${age}::text, 'booking_number', new_booking_number(), 'receipt_token', ${age}::text, 'payment_id', ${age}::text,
          'unit_paise', ${paise}::bigint, 'seats', 1, 'sub_total_paise', ${paise}::bigint, 'discount_paise', 0, 'gst_paise', 0,
          'total_paise', ${paise}::bigint, 'paid_at', now() - ${age}::interval)) as copy
        where orders.payment_id = ${payment.razorpay_payment_id}`.execute(database);
    }
    const { rows: spans } = await sql<{ unit: 'day' | 'week' | 'month'; now: number; before: number }>`
      select unit,
        (select count(*)::int from unnest(${ages}::interval[]) as age
          where now() - age >= date_trunc(unit, now(), 'Asia/Kolkata')) as now,
        (select count(*)::int from unnest(${ages}::interval[]) as age
          where now() - age < now() - ('1 ' || unit)::interval and now() - age >=
            (date_trunc(unit, now() at time zone 'Asia/Kolkata') - ('1 ' || unit)::interval) at time zone 'Asia/Kolkata') as before
      from unnest(array['day', 'week', 'month']) as unit`.execute(database);
    const after = await readTodayPage(database);
    for (const { unit, now, before: earlier } of spans) {
      expect(after.leads[unit]).toEqual({
        now: before.leads[unit].now + now,
        before: before.leads[unit].before + earlier,
      });
      expect(after.paid_paise[unit].now - before.paid_paise[unit].now).toBeGreaterThan(now * 1_000);
    }
  });
});
