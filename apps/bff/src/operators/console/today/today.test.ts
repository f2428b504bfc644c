import { dayInIndia } from '@meridian/contracts/india-time';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { useConsole } from '../../../../testing/console/console-stack.ts';
import { sumPaidHours } from '../../../enrolment/orders/paid-amounts.ts';
import { countLeadsOfDays, countLeadsOfHours } from '../../../leads/ledger/count-leads.ts';
import { leadsByState } from '../../../leads/ledger/lead-counts.ts';
import { countLeads } from '../../../leads/ledger/lead-queries.ts';
import { storeCounts } from '../../../site/visits/store-counts.ts';
import { todayPage } from './today.ts';

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
const day = dayInIndia(new Date());
const seen = { day, route: '/:category/:slug', course: paid.batch.course_name, source: 'google' };
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

describe('21 today', () => {
  it.each([
    ['course', paid.batch.course_name, 50],
    ['source', 'google', 50],
    ['campaign', 'safe november', 40],
  ])('21 the funnel by %s leads from visits to paid orders', async (by, name, visits) => {
    const { data } = await read(`/today/funnel?by=${by}&days=7`);
    const sums = { paid_paise: Number(paid.total_paise) };
    expect(data.rows).toContainEqual({
      ...{ name, ...sums },
      counts: expect.objectContaining({ course_seen: visits, checkout_seen: 4, paid: 1 }),
    });
    expect(data.total).toMatchObject({ ...sums, counts: { course_seen: 50, paid: 1 } });
  });

  it('21 the days end today, and Web Vitals are rated', async () => {
    const { data } = await read('/today/trends');
    expect(data.days).toHaveLength(30);
    expect(data.days.at(-1)).toEqual({
      ...{ day, visits: 54, leads: 0, paid_orders: 1, paid_paise: Number(paid.total_paise) },
    });
    expect(data.vitals).toEqual([{ vital: 'LCP', visits: 100, good_percent: 80, p75_up_to: 1_000 }]);
  });

  it('21 what is not known of the health says so', async () => {
    const { data } = await read('/today/health');
    expect(data.map(({ name }: { name: string }) => name)).toEqual([
      'Upstream',
      'CRM',
      'Razorpay',
      'Mail',
      'Queues',
      'Replicas',
      'Backups',
    ]);
    const states = Object.fromEntries(
      data.map((item: { name: string; state: string }) => [item.name, item.state]),
    );
    expect(states).toMatchObject({
      Upstream: 'unknown',
      Razorpay: 'unknown',
      Backups: 'unknown',
      Mail: 'good',
    });
  });

  it('21 disputes and offers are listed by their deadline', async () => {
    expect(await read('/today/deadlines')).toEqual({
      status: 200,
      data: { disputes: [], offers: [], erasures: [], complaints: [] },
    });
  });

  it('21 a funnel of other days is refused', async () => {
    expect((await read('/today/funnel?days=10000')).status).toBe(400);
  });

  it('22 leads counted at night are the leads that were counted one by one', async () => {
    const states = [
      ['saved', 'delivered'],
      ['saved', 'pending'],
      ['quarantined', 'waiting'],
      ['saved', 'dead'],
      ['refused', 'none'],
    ];
    const ages = ['1 minute', '2 hours', '23 hours', '25 hours', '3 days', '7 days -1 hour', '7 days 1 hour']
      .concat(['8 days', '20 days', '1 month -1 hour', '1 month 1 hour', '40 days', '59 days', '80 days'])
      .concat(['50 days', '3 months']);
    const add = (age: string, [forward, crm]: string[] = []) =>
      sql`insert into leads (id, door, form, body_hash, email, "values", page_url, forward_state,
          forward_attempts, crm_state, crm_attempts, answer, received_at)
        select lead_id_at(now() - ${age}::interval), 'form', 'contact_us', ${age + crm}, 'a@visitor.example',
          '{}', '', ${forward}, 1, ${crm}, 0, '{"status": 1}', now() - ${age}::interval`.execute(database);
    for (const [number, age] of ages.entries()) await add(age, states[number % states.length]);
    const seen = async () => ({
      leads: (await todayPage(database)).leads,
      states: await leadsByState(database),
    });
    const oneByOne = await seen();
    expect(oneByOne.states).toEqual(await countLeads(database));
    expect(oneByOne.leads.month.now + oneByOne.leads.month.before).toBeGreaterThan(5);

    await countLeadsOfDays(database);
    expect(await seen()).toEqual(oneByOne);
    // The oldest pending lead was the bound.
    await sql`update leads set crm_state = 'delivered' where crm_state = 'pending'`.execute(database);
    await countLeadsOfDays(database);
    const { rows } = await sql`select from lead_counts where day > now() - interval '7 days'`.execute(
      database,
    );
    expect(rows).not.toEqual([]);
    expect((await seen()).leads).toEqual(oneByOne.leads);
    // What waits for an operator is exact at once, and so is what comes in.
    await sql`update leads set crm_state = 'delivered' where crm_state = 'dead'`.execute(database);
    await add('30 seconds', states[0]);
    expect((await seen()).states.filter((one) => one.crm_state === 'dead')).toEqual([]);
    expect((await seen()).leads.month.now).toBe(oneByOne.leads.month.now + 1);
    await countLeadsOfDays(database);
    expect(await leadsByState(database)).toEqual(await countLeads(database));
  });

  it('22 leads that are counted by the hour are counted once', async () => {
    const inHours = async () => {
      const { rows } = await sql<{ counted: number }>`
        select coalesce(sum(leads), 0)::integer as counted from lead_hours`.execute(database);
      return rows[0]?.counted ?? 0;
    };
    const seen = async () => ({
      leads: (await todayPage(database)).leads,
      states: await leadsByState(database),
    });
    await countLeadsOfDays(database);
    const [before, counted] = [await seen(), await inHours()];
    // As if that night had been three days ago.
    const night = sql`lead_id_at(now() - interval '60 hours')`;
    await sql`delete from lead_hours where hour >= date_trunc('hour', now() - interval '60 hours', 'Asia/Kolkata')`.execute(
      database,
    );
    await sql`update lead_hours set below = ${night}`.execute(database);
    await sql`delete from lead_counts`.execute(database);
    expect(await inHours()).toBeLessThan(counted);
    for (let hour = 0; hour < 3; hour += 1) {
      await countLeadsOfHours(database);
      expect(await inHours()).toBe(counted);
      expect(await seen()).toEqual(before);
    }
    expect(await leadsByState(database)).toEqual(await countLeads(database));
  });

  it('22 a count that ends while leads are read adds none twice', async () => {
    const { leads } = await todayPage(database);
    const states = await leadsByState(database);
    let counting = true;
    const count = async () => {
      while (counting) {
        await countLeadsOfDays(database);
        await sql`delete from lead_counts`.execute(database);
        await sql`delete from lead_hours`.execute(database);
      }
    };
    const counted = count();
    for (let reading = 0; reading < 30; reading += 1) {
      expect((await todayPage(database)).leads).toEqual(leads);
      expect(await leadsByState(database)).toEqual(states);
    }
    counting = false;
    await counted;
  });

  it('22 amounts summed at night are the amounts that were summed one by one, and a late payment is seen', async () => {
    const ages =
      '1 minute, 70 minutes, 3 hours, 23 hours, 1 day 30 minutes, 3 days, 7 days -20 minutes, 7 days 20 minutes, 10 days, 1 month -20 minutes, 1 month 20 minutes, 40 days, 3 months'.split(
        ', ',
      );
    // Each a copy of the paid order with an amount of its own.
    const add = (age: string, paise: number) =>
      sql`insert into orders select copy.* from orders, jsonb_populate_record(orders, jsonb_build_object(
          'id', gen_random_uuid(), 'razorpay_order_id', ${age}::text, 'receipt_token', ${age}::text, 'payment_id', ${age}::text,
          'unit_paise', ${paise}::bigint, 'seats', 1, 'sub_total_paise', ${paise}::bigint, 'discount_paise', 0, 'gst_paise', 0,
          'total_paise', ${paise}::bigint, 'paid_at', now() - ${age}::interval)) as copy
        where orders.payment_id = ${payment.razorpay_payment_id}`.execute(database);
    for (const [number, age] of ages.entries()) await add(age, 1_000 + 2 ** number);
    const seen = async () => (await todayPage(database)).paid_paise;
    const oneByOne = await seen();
    expect(oneByOne.month.now + oneByOne.month.before).toBeGreaterThan(8_000);

    await sumPaidHours(database);
    const { rows } = await sql`select from paid_hours`.execute(database);
    expect(rows.length).toBeGreaterThan(5);
    expect(await seen()).toEqual(oneByOne);
    // Its transaction began before the count and ended after it.
    await add('59 minutes', 5_000);
    const late = await seen();
    expect(late.month.now + late.month.before).toBe(oneByOne.month.now + oneByOne.month.before + 5_000);
    // A restored row, of a time that was counted: from the next night.
    await add('2 days', 7_000);
    await sumPaidHours(database);
    const after = await seen();
    expect(after.month.now + after.month.before).toBe(late.month.now + late.month.before + 7_000);
  });
});
