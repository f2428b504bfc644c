import { type Batch, batch } from '@meridian/contracts/site/schedule/batch';
import { Sunrise } from '@meridian/ui/icons';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { contact } from '../../content/contact.ts';
import { type Answers, ok, openSite, refused } from '../../testing/site.tsx';

const path = '/view-schedule/101';

afterEach(() => {
  vi.useRealTimers();
});

function batchWith(change: object = {}): Batch {
  return batch.parse({
    id: 1,
    start_date: '2026-12-05',
    end_date: '2026-12-06',
    day_type: 'weekend',
    time_type: 'morning',
    start_time: '09:00',
    end_time: '13:30',
    online_class_room: 'Zoom',
    instructor_name: 'Kavya',
    price_off: 24,
    fee: 24_999,
    discount_fee: 18_999,
    selling_fast: 0,
    ...change,
  });
}

const schedule = (batches: readonly object[], total = batches.length) =>
  ok({
    id: 101,
    name: 'Leading SAFe',
    category_seo_slug: 'safe',
    seo_slug: 'safe-agilist-certification',
    total_schedule: total,
    course_schedule: batches,
  });

interface Request {
  day_type: string;
  offset: number;
}

async function openSchedule(course_schedule: Answers['course_schedule']) {
  const view = await openSite(path, { course_schedule }, ['/checkout']);
  await screen.findByRole('heading', { level: 1, name: 'Leading SAFe' });
  return view;
}

const cards = () => within(screen.getByRole('tabpanel')).queryAllByRole('article');

describe('the top of the schedule', () => {
  it('shows the back link, badge, learners, the phone number and the course', async () => {
    await openSchedule(schedule([batchWith()]));
    expect(screen.getByRole('link', { name: 'Back to the course' })).toHaveAttribute(
      'href',
      '/safe/safe-agilist-certification',
    );
    expect(screen.getByText('5/5')).toContainElement(
      screen.getByRole('img', { name: 'Reviews: 5 out of 5' }),
    );
    expect(screen.getByText('5000 + Enrolled')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: `Call ${contact().phone}` })).toHaveAttribute(
      'href',
      contact().phoneHref,
    );
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['All', 'Weekday', 'Weekend']);
  });

  it('shows the first day of a batch as a calendar page', async () => {
    await openSchedule(schedule([batchWith({ start_date: '2026-12-05', end_date: '2026-12-06' })]));
    expect(screen.getByRole('article')).toHaveTextContent(/^Dec5Sat/);
  });

  const spring = {
    code: 'SPRING842',
    label: 'A new code comes each week',
    percent: 5,
    amount: null,
    min_seats: 1,
    automatic: false,
  };

  /** Stubs the server's coupons. @param leftMs time until they end */
  function answerCoupons(coupons: readonly object[], leftMs = 86_400_000) {
    const endsAt = new Date(Date.now() + leftMs).toISOString();
    const requested: string[] = [];
    vi.stubGlobal('fetch', async ({ url }: { url: string }) => {
      const { pathname, search } = new URL(url);
      // Another component requests the seats.
      if (!pathname.startsWith('/api/coupons/')) return new Response(null, { status: 502 });
      requested.push(`${pathname}${search}`);
      const data = { coupons: coupons.map((one) => ({ ends_at: endsAt, ...one })) };
      return Response.json({ status: 1, message: '', data });
    });
    return requested;
  }

  it('shows the live coupon of the promotion with its end', async () => {
    const group = { ...spring, code: 'GROUP3', automatic: true };
    const requested = answerCoupons([group, { ...spring, ends_at: '2099-11-24T18:30:00.000Z' }]);
    await openSchedule(schedule([batchWith()]));
    const coupon = await screen.findByRole('complementary', { name: 'Coupon' }, { timeout: 5_000 });
    expect(coupon).toHaveTextContent(
      '5% off with the code SPRING842Expires at the end of Tue 24 Nov 2099. A new code comes each week',
    );
    expect(requested).toEqual(['/api/coupons/101?category=safe']);
  });

  it('shows no box if no coupon is a promotion', async () => {
    const requested = answerCoupons([{ ...spring, code: 'GROUP3', automatic: true }]);
    await openSchedule(schedule([batchWith()]));
    await waitFor(() => expect(requested).toHaveLength(1), { timeout: 5_000 });
    expect(screen.queryByRole('complementary', { name: 'Coupon' })).toBeNull();
  });

  it('removes the box when the coupon ends', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    answerCoupons([spring], 60_000);
    await openSchedule(schedule([batchWith()]));
    const coupon = await screen.findByRole('complementary', { name: 'Coupon' });
    await act(() => vi.advanceTimersByTimeAsync(45_000));
    expect(coupon).toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(15_000));
    expect(coupon).not.toBeInTheDocument();
  });
});

describe('the card of a batch', () => {
  it('shows days, IST times, classroom, instructor, prices and the discount', async () => {
    await openSchedule(schedule([batchWith()]));
    const [card] = cards();
    expect(card).toHaveTextContent('Sat 5 Dec 2026 to Sun 6 Dec 2026');
    expect(card).toHaveTextContent('9:00 am to 1:30 pm IST');
    expect(card?.querySelector('svg')?.outerHTML).toBe(renderToStaticMarkup(<Sunrise />));
    expect(card).toHaveTextContent('Online classroom: Zoom');
    expect(card).toHaveTextContent('With Kavya');
    expect(card).toHaveTextContent('24% off');
    expect(card).toHaveTextContent('₹18,999');
    expect(screen.getByText('₹24,999').closest('s')).toBeInTheDocument();
  });

  it('shows Selling Fast if selling_fast is 1', async () => {
    await openSchedule(schedule([batchWith({ selling_fast: 1 }), batchWith({ id: 2, selling_fast: 0 })]));
    expect(cards()[0]).toHaveTextContent('Selling Fast');
    expect(cards()[1]).not.toHaveTextContent('Selling Fast');
  });

  it('computes the discount if none is stated, and asks to call if there is no fee', async () => {
    await openSchedule(
      schedule([
        batchWith({ price_off: null, fee: 200, discount_fee: 150 }),
        batchWith({ id: 2, fee: null, discount_fee: null }),
      ]),
    );
    expect(cards()[0]).toHaveTextContent('25% off');
    expect(within(cards()[1] as HTMLElement).getByRole('link', { name: /^Call/ })).toBeInTheDocument();
  });

  it.each([
    ['', '0'],
    ['abc', '0'],
    ['-3', '0'],
    ['2.9', '2'],
    ['4', '4'],
  ])('turns %j into %s seats', async (typed, seats) => {
    await openSchedule(schedule([batchWith()]));
    const input = screen.getByRole('spinbutton', { name: 'Seats' });
    expect(input).toHaveValue(1);
    await userEvent.clear(input);
    if (typed) await userEvent.paste(typed);
    expect(input).toHaveValue(Number(seats));
  });

  it('counts by buttons and never below 0; with 0 seats Enroll is disabled', async () => {
    await openSchedule(schedule([batchWith()]));
    const fewer = screen.getByRole('button', { name: 'One seat fewer' });
    await userEvent.click(fewer);
    expect(screen.getByRole('spinbutton')).toHaveValue(0);
    expect(fewer).toBeDisabled();
    expect(screen.getByRole('link', { name: /^Enroll/ })).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'One more seat' }));
    const enroll = screen.getByRole('link', { name: /^Enroll/ });
    expect(enroll).toHaveAttribute('href', expect.stringMatching(/^\/checkout\?.*course_qty=1$/));
  });

  it('passes the selection to the checkout', async () => {
    await openSchedule(schedule([batchWith({ id: 101417991205 })]));
    await userEvent.click(screen.getByRole('button', { name: 'One more seat' }));
    await userEvent.click(screen.getByRole('link', { name: /^Enroll/ }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Checkout' })).toBeInTheDocument();
    expect(JSON.parse(sessionStorage.getItem('checkout-selection') ?? '')).toEqual({
      course_id: 101,
      course_name: 'Leading SAFe',
      course_schedule_id: 101417991205,
      course_fee: 18_999,
      course_qty: 2,
    });
  });
});

describe('the list of batches', () => {
  it('is ordered by start date', async () => {
    await openSchedule(
      schedule([
        batchWith({ id: 1, start_date: '2027-01-02' }),
        batchWith({ id: 2, start_date: '2026-11-28' }),
        batchWith({ id: 3, start_date: '2026-12-12' }),
      ]),
    );
    const days = cards().map((card) => card.querySelector('time')?.getAttribute('datetime'));
    expect(days).toEqual(['2026-11-28', '2026-12-12', '2027-01-02']);
  });

  it('grows by 6 with View More until all batches are shown', async () => {
    const offsets: number[] = [];
    await openSchedule((request: Request) => {
      offsets.push(request.offset);
      const ids = request.offset === 0 ? [1, 2, 3, 4, 5, 6] : [7, 8];
      return schedule(
        ids.map((id) => batchWith({ id, start_date: `2026-12-0${id}` })),
        8,
      );
    });
    expect(cards()).toHaveLength(6);
    await userEvent.click(screen.getByRole('button', { name: 'View More' }));
    await waitFor(() => expect(cards()).toHaveLength(8));
    await waitFor(() => expect(cards()[6]?.parentElement).toHaveFocus());
    expect(screen.queryByRole('button', { name: 'View More' })).not.toBeInTheDocument();
    expect(offsets).toEqual([0, 6]);
  });

  it('keeps the loaded batches if further batches fail to load', async () => {
    await openSchedule((request: Request) => {
      if (request.offset > 0) throw new TypeError('No answer');
      return schedule([batchWith()], 9);
    });
    await userEvent.click(screen.getByRole('button', { name: 'View More' }));
    expect(await screen.findByText('Fetch error')).toBeInTheDocument();
    expect(cards()).toHaveLength(1);
  });

  it('starts at the first page in each tab, and moving through the tabs sends one request', async () => {
    const requests: string[] = [];
    await openSchedule((request: Request) => {
      requests.push(`${request.day_type || 'all'} ${request.offset}`);
      return schedule([batchWith({ id: 1, day_type: request.day_type || 'weekend' })], 1);
    });
    const [all, , weekend] = screen.getAllByRole('tab');
    all?.focus();
    // Both keys in one task: on a busy machine, they could be further apart than the debounce.
    await userEvent.setup({ delay: null }).keyboard('{ArrowRight}{ArrowRight}');
    expect(weekend).toHaveAttribute('aria-selected', 'true');
    expect(within(screen.getByRole('tabpanel')).getByText('Loading...')).toBeInTheDocument();
    await waitFor(() => expect(cards()).toHaveLength(1));
    expect(requests).toEqual(['all 0', 'weekend 0']);
  });

  it('shows a message if it is empty', async () => {
    await openSchedule(schedule([]));
    const text = screen.getByText(/Need a schedule that fits you/);
    expect(text).toHaveTextContent(
      'Need a schedule that fits you? Let us customize it for you! Call or WhatsApp us...',
    );
    expect(within(text).getByRole('link', { name: 'Call' })).toHaveAttribute('href', contact().phoneHref);
    expect(within(text).getByRole('link', { name: 'WhatsApp us' })).toHaveAttribute(
      'href',
      contact().whatsappHref,
    );
  });
});

describe('the schedule', () => {
  it('shows Loading... until it is loaded', async () => {
    await openSite(path, { course_schedule: () => new Promise(() => undefined) });
    expect(within(screen.getByRole('main')).getByText('Loading...')).toBeInTheDocument();
  });

  it.each([
    [refused, 'Failed to load content'],
    [undefined, 'Fetch error'],
  ])('shows an error if it fails to load (%#)', async (answer, text) => {
    await openSite(path, { course_schedule: answer });
    expect(await screen.findByText(text)).toBeInTheDocument();
  });

  it('shows fallback texts for a course without a name and for an address without a course', async () => {
    const { unmount } = await openSite(path, {
      course_schedule: ok({ ...(schedule([batchWith()]).data as object), name: '' }),
    });
    expect(await screen.findByRole('heading', { name: 'Course name not available' })).toBeInTheDocument();
    unmount();
    await openSite('/view-schedule/leading-safe', {});
    expect(screen.getByText('Failed to load content')).toBeInTheDocument();
  });
});
