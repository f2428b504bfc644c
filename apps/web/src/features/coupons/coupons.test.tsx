import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ok, openSite } from '../../testing/site.tsx';

const schedule = ok({
  id: 101,
  name: 'Leading SAFe',
  category_seo_slug: 'safe',
  seo_slug: 'safe-agilist-certification',
  total_schedule: 2,
  course_schedule: [1, 2].map((id) => ({
    id,
    start_date: `2099-12-0${id}`,
    end_date: `2099-12-0${id}`,
    start_time: '09:00',
    end_time: '13:30',
    day_type: 'weekend',
    time_type: 'day',
    online_class_room: 'Zoom',
    city: '',
    instructor_name: '',
    instructor_image: '',
    price_off: null,
    selling_fast: 0,
    fee: 20_000,
    discount_fee: null,
  })),
});

const coupon = (code: string, change: object = {}) => ({
  code,
  label: 'Sample',
  ends_at: '2099-11-30T18:30:00.000Z',
  percent: 10,
  amount: null,
  min_seats: 1,
  automatic: false,
  batches: null,
  ...change,
});

/** Stubs the coupons of pages and the coupons found by code. @returns the bodies that were sent */
function answerCoupons(shown: readonly object[], byCode: Record<string, object> = {}): unknown[] {
  const sent: unknown[] = [];
  vi.stubGlobal(
    'fetch',
    async (request: { url: string; method: string; json(): Promise<{ code: string }> }) => {
      if (!request.url.includes('/api/coupons/')) return new Response(null, { status: 502 });
      if (request.method === 'GET')
        return Response.json({ status: 1, message: '', data: { coupons: shown } });
      const body = await request.json();
      sent.push(body);
      return Response.json({ status: 1, message: '', data: { coupon: byCode[body.code] ?? null } });
    },
  );
  return sent;
}

async function openRows(search = '') {
  await openSite(`/view-schedule/101${search}`, { course_schedule: schedule });
  await screen.findByRole('heading', { level: 1, name: 'Leading SAFe' });
  return within(screen.getByRole('tabpanel')).getAllByRole('article');
}

const later = { timeout: 5_000 };

it('a code in the link is shown with its effect on each batch to which it applies', async () => {
  const sent = answerCoupons([], { AUTUMN: coupon('AUTUMN', { batches: [1] }) });
  const [first, second] = await openRows('?coupon=autumn');
  await waitFor(() => expect(first).toHaveTextContent('₹21,240 with AUTUMN, until Mon 30 Nov 2099'), later);
  expect(second).not.toHaveTextContent('AUTUMN');
  expect(sent).toEqual([{ category: 'safe', code: 'AUTUMN' }]);
});

it('a code that gives no discount is not shown', async () => {
  const sent = answerCoupons([]);
  const [first] = await openRows('?coupon=nothing');
  await waitFor(() => expect(sent).toHaveLength(1), later);
  expect(first).not.toHaveTextContent('with NOTHING');
});

it('the button of the promotion applies its code for the whole visit', async () => {
  const spring = coupon('SPRING842');
  answerCoupons([spring], { SPRING842: spring });
  const [first] = await openRows();
  const box = await screen.findByRole('complementary', { name: 'Coupon' }, later);
  await userEvent.click(within(box).getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(first).toHaveTextContent('₹21,240 with SPRING842'), later);
  expect(within(box).getByText('Applied')).toBeInTheDocument();
  expect(sessionStorage.getItem('checkout-coupon')).toBe('SPRING842');
});

it('group prices are listed in a table, and apply from their minimum number of seats', async () => {
  const groups = [
    coupon('GROUP5', { percent: 10, min_seats: 5, automatic: true, ends_at: null }),
    coupon('GROUP3', { percent: 5, min_seats: 3, automatic: true, ends_at: null }),
  ];
  answerCoupons(groups);
  const [first] = await openRows();
  const table = await screen.findByRole('table', { name: /^Group prices/ }, later);
  expect(
    within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent),
  ).toEqual([
    '3 or more seats5% off3 seats: ₹67,260 incl. GST',
    '5 or more seats10% off5 seats: ₹1,06,200 incl. GST',
  ]);
  expect(first).not.toHaveTextContent('GROUP3');
  const more = within(first as HTMLElement).getByRole('button', { name: 'One more seat' });
  await userEvent.click(more);
  await userEvent.click(more);
  expect(first).toHaveTextContent('₹67,260 for 3 seats with GROUP3');
});
