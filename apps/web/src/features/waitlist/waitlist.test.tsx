import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { ok, openSite } from '../../testing/site.tsx';

const batch = {
  id: 2,
  start_date: '2026-12-05',
  end_date: '2026-12-06',
  day_type: 'weekend',
  time_type: 'day',
  start_time: '09:00',
  end_time: '13:30',
  online_class_room: 'Zoom',
  instructor_name: 'Kavya',
  price_off: 24,
  fee: 24_999,
  discount_fee: 18_999,
  selling_fast: 0,
};
const schedule = ok({
  id: 101,
  name: 'Leading SAFe',
  category_seo_slug: 'safe',
  seo_slug: 'safe-agilist-certification',
  total_schedule: 1,
  course_schedule: [batch],
});

interface Sent {
  path: string;
  method: string;
  body: Record<string, unknown>;
}

/** Stubs calls by path. @returns the requests */
function answerCalls(answers: Record<string, (sent: Sent) => object>): Sent[] {
  const calls: Sent[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const text = await request.clone().text();
    const { pathname: path } = new URL(request.url);
    const sent = { path, method: request.method, body: text ? JSON.parse(text) : {} };
    calls.push(sent);
    return Response.json({ status: 1, message: '', ...answers[path]?.(sent) });
  });
  return calls;
}

const seatsLeft = (left: number) => ({
  '/api/seats/101': () => ({ data: { seats: [{ course_schedule_id: 2, seats_left: left }] } }),
});

describe('the waiting list', () => {
  it('is joined from the card of a sold-out batch', async () => {
    const calls = answerCalls({
      ...seatsLeft(0),
      '/api/waitlist': () => ({ message: 'You are on the waiting list.', data: {} }),
    });
    await openSite('/view-schedule/101', { course_schedule: schedule });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: /^Join the waiting list/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Join the waiting list' }));
    const seats = await dialog.findByLabelText('Seats');
    expect(seats).toHaveValue('1');
    await user.clear(seats);
    await user.type(seats, '2');
    await user.type(dialog.getByLabelText('Full Name'), 'Asha Nair');
    await user.type(dialog.getByLabelText('Email'), 'asha@example.com');
    await user.type(dialog.getByLabelText('Phone Number'), '98450 00000');
    await user.click(dialog.getByRole('button', { name: 'Join the waiting list' }));
    await waitFor(() => expect(calls.map(({ path }) => path)).toContain('/api/waitlist'), { timeout: 4_000 });
    expect(calls.find(({ path }) => path === '/api/waitlist')?.body).toMatchObject({
      course_id: 101,
      course_schedule_id: 2,
      number_of_course: 2,
      full_name: 'Asha Nair',
      email: 'asha@example.com',
      phone_number: '98450 00000',
      submission_id: expect.any(String),
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is not offered while seats are left; at most the seats left can be chosen, and a message says so', async () => {
    answerCalls(seatsLeft(2));
    await openSite('/view-schedule/101', { course_schedule: schedule });
    await screen.findByText('2 seats left');
    expect(screen.queryByRole('button', { name: /^Join the waiting list/ })).toBeNull();
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'One more seat' }));
    expect(screen.getByText('Only 2 seats are left.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'One more seat' })).toBeDisabled();
    await user.clear(screen.getByLabelText('Seats'));
    await user.type(screen.getByLabelText('Seats'), '9');
    expect(screen.getByLabelText('Seats')).toHaveValue(2);
  });
});

describe('an offer', () => {
  const token = 'ab'.repeat(20);
  const path = `/api/waitlist/${token}`;
  const offer = {
    state: 'open',
    course_id: 101,
    course_name: 'Leading SAFe',
    course_schedule_id: 2,
    start_date: '2026-12-05',
    end_date: '2026-12-06',
    start_time: '09:00',
    end_time: '13:30',
    number_of_course: 2,
    ends_at: '2026-11-23T12:00:00.000Z',
    checkout_path: `/checkout?course_id=101&offer=${token}`,
  };

  it('is shown, and links to the checkout; declining asks for confirmation, and can be undone', async () => {
    const lasting = { ...offer, ends_at: '2099-11-23T12:00:00.000Z' };
    const calls = answerCalls({
      [path]: () => ({ data: lasting }),
      [`${path}/undo`]: () => ({ data: lasting }),
      [`${path}/decline`]: () => ({ data: { ...lasting, state: 'declined', checkout_path: undefined } }),
    });
    await openSite(`/waitlist/${token}`, {});
    await screen.findByRole('heading', { level: 1, name: 'Seats are available for you' });
    expect(
      screen.getByText(/^2 seats are available again, and we are holding them for you until/),
    ).toBeVisible();
    const accept = screen.getByRole('link', { name: 'Accept and pay' });
    expect(accept).toHaveAttribute('href', offer.checkout_path);
    expect(calls.map(({ method }) => method)).toEqual(['GET']);
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Decline' }));
    await user.click(screen.getByRole('button', { name: 'Keep the seats' }));
    await user.click(screen.getByRole('button', { name: 'Decline' }));
    expect(calls.map(({ method }) => method)).toEqual(['GET']);
    await user.click(screen.getByRole('button', { name: 'Decline the seats' }));
    const title = await screen.findByRole('heading', { level: 1, name: 'Seats declined' });
    expect(title).toHaveFocus();
    expect(calls.at(-1)).toMatchObject({ path: `${path}/decline`, method: 'POST' });
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Seats are available for you' }),
    ).toBeInTheDocument();
    expect(calls.at(-1)).toMatchObject({ path: `${path}/undo`, method: 'POST' });
  });

  it.each([
    ['lapsed', 'This offer has ended'],
    ['taken', 'Your seats are bought'],
  ])('that is %s shows a message', async (state, title) => {
    answerCalls({ [path]: () => ({ data: { ...offer, state, checkout_path: undefined } }) });
    await openSite(`/waitlist/${token}`, {});
    await screen.findByRole('heading', { level: 1, name: title });
    expect(screen.queryByRole('button', { name: 'Decline' })).toBeNull();
  });
});
