import { couponData } from '@meridian/contracts/enrolment/coupons';
import { afterAll, expect, it } from 'vitest';
import { useSite } from '../../../testing/site.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { addCoupon, closeCoupon, type NewCoupon } from './manage-coupons.ts';

const site = await useSite();
const database = openDatabase(site.environment.DATABASE_URL);
afterAll(() => database.destroy());

const hourMs = 3_600_000;

const added = (code: string, change: Partial<NewCoupon> = {}) =>
  addCoupon(database, {
    code,
    label: 'Autumn',
    terms: { kind: 'percent', percent: 10 },
    courses: [],
    categories: [],
    batches: [],
    startsAt: new Date(Date.now() - hourMs),
    endsAt: null,
    minSeats: 1,
    isAutomatic: false,
    maxUses: null,
    maxUsesPerEmail: null,
    ...change,
  });

async function found(code: string, course = 101, category = 'safe') {
  const { body } = await site.http.post(`/api/coupons/${course}`).send({ code, category }).expect(200);
  return couponData.parse(body.data).coupon;
}

it('a coupon is found by its code, in upper or lower case, with its effect', async () => {
  const endsAt = new Date(Date.now() + hourMs);
  await added('AUTUMN', { endsAt, minSeats: 2, terms: { kind: 'amount', amountPaise: 50_000 } });
  expect(await found(' autumn ')).toEqual({
    code: 'AUTUMN',
    label: 'Autumn',
    ends_at: endsAt.toISOString(),
    percent: null,
    amount: 500,
    min_seats: 2,
    automatic: false,
    batches: null,
  });
});

it('a coupon for batches names them, and a coupon for another category is not found', async () => {
  await added('ONEBATCH', { batches: [101417991205] });
  expect(await found('ONEBATCH')).toMatchObject({ batches: [101417991205] });
  await added('KANBAN', { categories: ['kanban'] });
  expect(await found('KANBAN')).toBeNull();
  expect(await found('KANBAN', 301, 'kanban')).toMatchObject({ batches: null });
});

it('a code that is not valid now is answered like a code that does not exist', async () => {
  await added('LATER', { startsAt: new Date(Date.now() + hourMs) });
  await added('OVER', { endsAt: new Date(Date.now() - 1) });
  await added('CLOSED');
  await closeCoupon(database, 'CLOSED');
  for (const code of ['LATER', 'OVER', 'CLOSED', 'NOTHING']) expect(await found(code)).toBeNull();
});

it.each([{}, { code: '' }, { code: 7 }, { code: 'x'.repeat(41) }])('%j is refused', async (body) => {
  const { body: answer } = await site.http.post('/api/coupons/101').send(body).expect(400);
  expect(answer).toMatchObject({ status: 0, errors: { code: ['Not a coupon code'] } });
});

it('a course id that is not a number is answered with 404', async () => {
  await site.http.post('/api/coupons/none').send({ code: 'AUTUMN' }).expect(404);
});
