import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  answerCalls,
  fillInPayer,
  noAnswer,
  openCheckout,
  openDialog,
  orderFor,
  payButton,
  putWidget,
  receipt,
  receiptPath,
  refusal,
  success,
} from '../testing.tsx';

const api = '/api/checkout';
const receiptCall = `/api${receiptPath.replace('receipt', 'receipts')}`;
const quarterSeconds = 15 * 60;

beforeEach(() => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
});
afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const held = (orderId: string) => ({
  ...orderFor(18_999, 2, orderId),
  held_until: '2026-11-22T10:00:00.000Z',
  held_seconds: quarterSeconds,
});

/** Advances the page's clock. */
function pass(seconds: number): void {
  const before = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => before + seconds * 1000);
}

describe('held seats', () => {
  it('the dialog closes two minutes before the hold ends, with a message', async () => {
    const orders = ['order_1', 'order_2'];
    const { bodiesOf } = answerCalls({
      [api]: () => success(held(orders.shift() ?? '')),
      [receiptCall]: () => success({ ...receipt, state: 'open' }),
    });
    const dialogs = putWidget();
    await openCheckout();
    await fillInPayer();
    const first = await openDialog(dialogs);
    expect(first.options.timeout).toBeLessThanOrEqual(quarterSeconds - 120);
    expect(first.options.timeout).toBeGreaterThan(quarterSeconds - 130);
    pass(quarterSeconds - 120);
    act(() => first.options.modal.ondismiss());
    expect(await screen.findByText(/time to pay has ended/)).toHaveTextContent('hold the seats again');
    const second = await openDialog(dialogs);
    expect(second.options.order_id).toBe('order_2');
    expect(bodiesOf(api).map(({ replaces }) => replaces)).toEqual([undefined, 'ab'.repeat(20)]);
  });

  it('are shown after the dialog was closed and after a reload, until the hold ends', async () => {
    const until = new Date(Date.now() + quarterSeconds * 1000);
    const order = { ...held('order_1'), held_until: until.toISOString() };
    answerCalls({
      [api]: () => success(order),
      [receiptCall]: () => success({ ...receipt, state: 'open' }),
    });
    const dialogs = putWidget();
    const { unmount } = await openCheckout();
    await fillInPayer();
    const dialog = await openDialog(dialogs);
    act(() => dialog.options.modal.ondismiss());
    const time = until.toLocaleTimeString('en-US', {
      timeZone: 'Asia/Kolkata',
      hour: 'numeric',
      minute: '2-digit',
    });
    const notice = await screen.findByText(/^2 seats are held for you until/);
    expect(notice).toHaveTextContent(`until ${time.toLowerCase().replace('\u202f', ' ')} IST.`);
    unmount();
    const again = await openCheckout();
    expect(await screen.findByText(/^2 seats are held for you until/)).toBeInTheDocument();
    again.unmount();
    pass(quarterSeconds + 1);
    await openCheckout();
    await screen.findByLabelText('First Name');
    expect(screen.queryByText(/are held for you/)).toBeNull();
  });

  it('a reopened dialog continues with the remaining time', async () => {
    const { bodiesOf } = answerCalls({
      [api]: () => success(held('order_1')),
      [receiptCall]: () => success({ ...receipt, state: 'open' }),
    });
    const dialogs = putWidget();
    await openCheckout();
    await fillInPayer();
    const first = await openDialog(dialogs);
    pass(300);
    act(() => first.options.modal.ondismiss());
    await payButton();
    expect(screen.queryByText(/time to pay has ended/)).not.toBeInTheDocument();
    const second = await openDialog(dialogs);
    expect(second.options.timeout).toBeLessThanOrEqual(quarterSeconds - 120 - 300);
    expect(bodiesOf(api)).toHaveLength(1);
  });

  it('the server’s message is shown if too few seats are left, with a link to other batches', async () => {
    const message = 'Only 1 seat is left in this batch.';
    answerCalls({ [api]: () => refusal(message, 409, { number_of_course: [message] }) });
    const dialogs = putWidget();
    await openCheckout();
    await fillInPayer();
    (await payButton()).click();
    const hint = await screen.findByText(new RegExp(`^${message}`), { selector: '[role=alert] p' });
    expect(hint).toHaveTextContent('See the batches of this course');
    expect(dialogs).toEqual([]);
  });

  const soldOutSeats = (left: number) => () =>
    success({ seats: [{ course_schedule_id: 101417991205, seats_left: left }] });

  it('a sold-out batch cannot be paid for, and offers its waiting list', async () => {
    const { bodiesOf } = answerCalls({ '/api/seats/101': soldOutSeats(0) });
    await openCheckout();
    const wait = await screen.findByRole('button', { name: 'Sold out: join the waiting list' });
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    expect(screen.getByText(/^This batch is sold out/, { selector: '[role=alert] p' })).toBeVisible();
    await userEvent.click(wait);
    const dialog = within(await screen.findByRole('dialog', { name: 'Join the waiting list' }));
    expect(await dialog.findByLabelText('Seats')).toHaveValue('2');
    expect(dialog.getByLabelText('Full Name').closest('form form')).toBeNull();
    expect(bodiesOf(api)).toEqual([]);
  });

  it('a refusal because no seat is left offers the waiting list, until a newer response has seats', async () => {
    const message = 'This batch is sold out. Please choose another one.';
    const answers = {
      [api]: () =>
        Response.json(
          { status: 0, message, errors: { number_of_course: [message] }, data: { seats_left: 0 } },
          { status: 409 },
        ),
      '/api/seats/101': noAnswer,
    };
    const calls = answerCalls(answers);
    putWidget();
    await openCheckout();
    await fillInPayer();
    (await payButton()).click();
    await screen.findByRole('button', { name: 'Sold out: join the waiting list' });
    expect(screen.getByText(new RegExp(`^${message}`), { selector: '[role=alert] p' })).toBeVisible();
    answers['/api/seats/101'] = soldOutSeats(2) as never;
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(await payButton()).toBeEnabled();
    expect(calls.bodiesOf(api)).toHaveLength(1);
  });

  it('a visitor with an unpaid order can pay although no seats are left', async () => {
    localStorage.setItem(
      'checkout-order',
      JSON.stringify({ order_id: 'order_1', course_schedule_id: 101417991205, startedAt: Date.now() }),
    );
    const { sent } = answerCalls({ '/api/seats/101': soldOutSeats(0) });
    await openCheckout();
    await waitFor(() => expect(sent.map(({ path }) => path)).toContain('/api/seats/101'));
    expect(await payButton()).toHaveAccessibleName(/^Pay/);
  });
});
