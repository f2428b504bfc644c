import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { actionsOn } from '../../../testing/operators/actions-on.ts';
import { useMigratedDatabase } from '../../../testing/test-database.ts';
import { createCoupons } from '../../enrolment/coupons/coupons.ts';
import { ensureSampleCoupons } from '../../enrolment/coupons/sample-coupons.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { couponsCommand } from './coupons.ts';

const { url } = await useMigratedDatabase();
const database = openDatabase(url, { maxConnections: 2 });
beforeAll(() => migrate(database));
afterAll(() => database.destroy());
beforeEach(async () => {
  await database.deleteFrom('coupon_uses').execute();
  await database.deleteFrom('coupons').execute();
});

/** Opens an order with the coupon. */
async function reserve(code: string): Promise<void> {
  await sql`with made as (
    insert into orders (id, state, booking, batch, terms, seats, unit_paise, sub_total_paise, gst_paise, total_paise,
      first_name, last_name, email, phone_number, receipt_token, created_at, updated_at)
    values (gen_random_uuid(), 'created', 'none', '{}', '{}', 1, 10000, 10000, 1800, 11800,
      'Asha', 'Nair', 'asha@example.com', '98450 00000', gen_random_uuid(), now(), now())
    returning id)
    insert into coupon_uses (order_id, coupon_id, state, reserved_at, updated_at)
    select made.id, coupons.id, 'reserved', now(), now() from made, coupons where code = ${code}`.execute(
    database,
  );
}

const now = new Date('2026-11-22T12:00:00+05:30');
const actions = actionsOn(database, { now: () => now });

async function ops(...args: string[]) {
  const lines: string[] = [];
  const status = await couponsCommand(args, { database, actions }, (line) => lines.push(line), now);
  return { status, text: lines.join('\n') };
}

const listed = async (...args: string[]) =>
  JSON.parse((await ops('list', '--json', ...args)).text).coupons as Record<string, unknown>[];

it('adds coupons with all options, lists and ends them', async () => {
  const all = ['--courses', '101,102', '--categories', 'safe', '--batches', '101417991205', '--uses', '50'];
  const made = await ops(
    'add',
    'early-26',
    '--percent',
    '10',
    '--label',
    'Early birds',
    '--from',
    '2026-12-01',
    '--to',
    '2026-12-31',
    '--uses-per-email',
    '1',
    '--min-seats',
    '2',
    '--automatic',
    ...all,
  );
  expect(made.status).toBe(0);
  await ops('add', 'OFF', '--rupees', '499.50');
  expect(await listed()).toMatchObject([
    { code: 'OFF', amount_paise: 499_50, percent: null, live: true, ends_at: null },
    {
      code: 'EARLY-26',
      label: 'Early birds',
      percent: 10,
      amount_paise: null,
      live: false,
      courses: [101, 102],
      categories: ['safe'],
      batches: [101417991205],
      uses: 50,
      uses_per_email: 1,
      min_seats: 2,
      automatic: true,
      reserved: 0,
      redeemed: 0,
      discount_paise: 0,
      // The end date is inclusive, in Indian time.
      starts_at: '2026-11-30T18:30:00.000Z',
      ends_at: '2026-12-31T18:30:00.000Z',
    },
  ]);
  expect(await ops('add', 'off', '--percent', '5')).toEqual({
    status: 1,
    text: 'The code OFF was used before. Choose another code.',
  });
  expect((await ops('list')).text).toMatch(
    /^OFF +₹499.50 +live .*\nEARLY-26 +10 % +later +2026-12-01 00:00:00 IST +2026-12-31 23:59:59 IST/m,
  );
  expect(await ops('end', 'off')).toEqual({
    status: 0,
    text: 'Coupon OFF ended. Orders that have it keep their price.',
  });
  expect((await ops('close', 'OFF')).status).toBe(1);
  expect(await listed()).toHaveLength(1);
  expect(await listed('--all')).toHaveLength(2);
});

it('changes a coupon’s scope and dates, and its discount only while no order has the coupon', async () => {
  await ops('add', 'SPRING', '--percent', '10', '--courses', '101');
  const change = ['change', 'SPRING', '--to', '2026-12-31', '--uses', '5', '--batches', '101417991205'];
  expect((await ops(...change, '--percent', '15')).status).toBe(0);
  expect(await listed()).toMatchObject([
    { percent: 15, uses: 5, courses: [101], batches: [101417991205], ends_at: '2026-12-31T18:30:00.000Z' },
  ]);
  expect((await ops('change', 'SPRING', '--courses', '')).status).toBe(0);
  expect(await listed()).toMatchObject([{ courses: [], batches: [101417991205] }]);
  await reserve('SPRING');
  expect(await ops('change', 'SPRING', '--percent', '20')).toEqual({
    status: 1,
    text: 'The discount of SPRING cannot be changed: 1 order has it. End this coupon and add another one.',
  });
  expect((await ops('change', 'SPRING', '--to', '2027-01-31')).status).toBe(0);
  expect(await ops('change', 'SPRING')).toMatchObject({ status: 2 });
  expect((await ops('change', 'SPRING', '--to', 'none', '--uses', 'none')).status).toBe(0);
  expect(await database.selectFrom('coupons').select(['ends_at', 'max_uses']).executeTakeFirst()).toEqual({
    ends_at: null,
    max_uses: null,
  });
  expect((await ops('change', 'SPRING', '--to', '2027-01-31')).status).toBe(0);
  expect(await ops('change', 'SPRING', '--to', '2026-01-01')).toMatchObject({ status: 2 });
  await ops('end', 'SPRING');
  expect(await ops('change', 'SPRING', '--uses', '9')).toMatchObject({ status: 1 });
});

it.each([
  [[], 'ops coupons list'],
  [['add'], 'CODE is missing'],
  [['add', 'X', '--percent', '5'], 'CODE: Enter 3 to 40'],
  [['add', 'CODE'], '--percent: Enter either a percentage or an amount'],
  [['add', 'CODE', '--percent', '5', '--rupees', '5'], '--percent: Enter either a percentage or an amount'],
  [
    ['add', 'CODE', '--percent', '100'],
    '--percent: Enter a number from 1 to 99, so that an amount is left to pay',
  ],
  [['add', 'CODE', '--percent', '5', '--min-seats', '51'], '--min-seats: An order has at most 50 seats'],
  [['add', 'CODE', '--rupees', '1.005'], '--rupees: Enter an amount such as'],
  [['add', 'CODE', '--percent', '5', '--to', '2026-02-30'], '--to: Enter a day such as'],
  [['add', 'CODE', '--percent', '5', '--to', '2026-11-01'], '--to: The last day is before the first'],
  [['add', 'CODE', '--percent', '5', '--uses', '0'], '--uses: Enter a whole number from 1'],
  [['add', 'CODE', '--percent', '5', '--courses', 'safe'], '--courses: Ids are whole numbers'],
  [['list', 'CODE'], 'Unexpected argument'],
  [['end'], 'CODE is missing'],
  [['end', 'CODE', '--percent', '5'], "Unknown option '--percent'"],
])('refuses %j', async (args, sentence) => {
  const { status, text } = await ops(...args);
  expect(status).toBe(2);
  expect(text).toContain(sentence);
  expect(await listed('--all')).toEqual([]);
});

it('pages show only active coupons that are automatic or have the public prefix', async () => {
  await ensureSampleCoupons(database, now);
  await ensureSampleCoupons(database, now);
  await ops('add', 'SECRET', '--percent', '50');
  await ops('add', 'SPRING-KANBAN', '--percent', '20', '--categories', 'kanban');
  const shown = async (category: string, at = now) =>
    (await createCoupons({ database, now: () => at }).shown({ courseId: 101, category })).map(
      ({ code }) => code,
    );
  const [weekly] = (await listed()).filter(({ label }) => label === 'A new code comes each week');
  expect(await shown('safe')).toEqual(['GROUP5', 'GROUP3', weekly?.code]);
  expect(await shown('kanban')).toEqual(['SPRING-KANBAN', 'GROUP5', 'GROUP3', weekly?.code]);
  expect(await shown('safe', new Date('2026-11-25T00:00:00+05:30'))).toEqual(['GROUP5', 'GROUP3']);
});
