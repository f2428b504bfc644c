import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { openSite } from '../../../testing/site.tsx';
import {
  answerCalls,
  fillInPayer,
  noAnswer,
  openCheckout,
  openCheckoutAt,
  openDialog,
  orderFor,
  payButton,
  putWidget,
  receiptIn,
  receiptPath,
  refusal,
  selection,
  success,
  widgetResponse,
} from '../testing.tsx';
import { saveLastReceipt } from './last-receipt.ts';
import { type StartedOrder, saveStartedOrder } from './started-order.ts';

const receiptCall = `/api/receipts/${receiptPath.slice('/receipt/'.length)}`;
const booked = () =>
  success({ state: 'booked', receipt_path: receiptPath }, 'Your booking is confirmed. Thank you!');

const received = () =>
  success({ state: 'paid', receipt_path: receiptPath }, 'Payment received. Your booking is being confirmed.');

/** Pays in the dialog of an open checkout. @param booking response to the booking call */
async function payFrom(booking: () => Response, receiptAnswer: () => Response = noAnswer, more: object = {}) {
  const calls = answerCalls({
    '/api/checkout': () => success(orderFor(18_999)),
    '/api/booking': booking,
    [receiptCall]: receiptAnswer,
  });
  const dialogs = putWidget();
  await fillInPayer();
  const { options } = await openDialog(dialogs);
  act(() => options.handler({ ...widgetResponse(), ...more }));
  return { ...calls, dialogs };
}

async function pay(...how: Parameters<typeof payFrom>) {
  const scrollTo = vi.spyOn(window, 'scrollTo');
  const view = await openCheckout();
  return { ...(await payFrom(...how)), scrollTo, view };
}

describe('after the payment', () => {
  it('the booking is sent as specified, and the thank-you page opens at its top', async () => {
    const { bodiesOf, scrollTo } = await pay(booked);
    expect(await screen.findByText('Your booking is confirmed. Thank you!')).toBeInTheDocument();
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Thanks For Registering for the Course!' }),
    ).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
    expect(await screen.findByRole('link', { name: 'See your booking' })).toHaveAttribute(
      'href',
      receiptPath,
    );
    await waitFor(() => expect(scrollTo).toHaveBeenLastCalledWith(expect.objectContaining({ top: 0 })));
    expect(bodiesOf('/api/booking')).toEqual([
      {
        course_id: 101,
        course_schedule_id: 101417991205,
        fee: 18_999,
        number_of_course: 2,
        sub_total: 37_998,
        gst_total: 6_839.64,
        total_fee: 44_837.64,
        transaction_id: 'pay_1',
        first_name: 'Asha',
        last_name: 'Rao',
        email: 'asha@example.in',
        phone_number: '98450 12345',
        ...widgetResponse(),
        attribution: { page_url: location.href },
      },
    ]);
  });

  it('nothing is stored for the next visit', async () => {
    const { view } = await pay(booked);
    await screen.findByRole('heading', { name: /Thanks For Registering/ });
    view.unmount();
    await openCheckout(null);
    expect(await screen.findByRole('heading', { name: 'No batch is chosen yet' })).toBeInTheDocument();
  });

  it('only the three documented fields of the widget are sent', async () => {
    const { bodiesOf } = await pay(booked, noAnswer, { org_name: 'Razorpay', status_code: 200 });
    await screen.findByRole('heading', { name: /Thanks For Registering/ });
    const [body] = bodiesOf('/api/booking');
    expect(body).toMatchObject(widgetResponse());
    expect(body).not.toHaveProperty('org_name');
    expect(body).not.toHaveProperty('status_code');
  });

  const refusedText = 'This payment could not be confirmed here.';
  const standing = (state: string) => () => success(receiptIn(state));

  it('a new order is offered if the order is certainly not paid', async () => {
    const { sent } = await pay(() => refusal(refusedText, 400), standing('open'));
    await waitFor(() => expect(screen.getAllByText(refusedText)).toHaveLength(2));
    expect(screen.getByText(/Every payment is checked automatically/)).toBeInTheDocument();
    expect(screen.getByText('pay_1')).toBeInTheDocument();
    expect(sent.map(({ path }) => path).slice(-2)).toEqual(['/api/booking', receiptCall]);
    await userEvent.click(screen.getByRole('button', { name: 'Start again' }));
    expect(await payButton()).toBeEnabled();
  });

  it.each<[string, () => Response]>([
    ['the payment is being confirmed', standing('confirming')],
    ['the call for the receipt gets no response', noAnswer],
    ['the payment provider cannot be reached', () => refusal('We cannot check at the moment', 502)],
    ['the receipt does not exist', () => refusal('This booking page does not exist.', 404)],
    ['the receipt has an unknown state', standing('on the moon')],
  ])('a new order is not offered if %s', async (_name, receiptAnswer) => {
    await pay(() => refusal(refusedText, 400), receiptAnswer);
    await waitFor(() => expect(screen.getAllByText(refusedText)).toHaveLength(2));
    expect(screen.queryByRole('button', { name: 'Start again' })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'See your booking' })).toHaveAttribute('href', receiptPath);
  });

  it.each(['paid', 'booked', 'refund_due', 'refunded'])(
    'the receipt is shown instead of a refusal if its state is %s',
    async (state) => {
      await pay(() => refusal(refusedText, 400), standing(state));
      // The heading of the loaded receipt replaces that of the loading receipt.
      await screen.findByRole('heading', { level: 1, name: 'Your booking' });
      expect(
        screen.queryByRole('heading', { name: 'Your booking could not be confirmed here' }),
      ).not.toBeInTheDocument();
    },
  );

  it('a booking in progress shows no thanks: the receipt shows its state', async () => {
    const { view } = await pay(received, standing('paid'));
    expect(await screen.findByText('Payment received, booking being confirmed')).toBeInTheDocument();
    expect(screen.getByText('Payment received. Your booking is being confirmed.')).toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: /Thanks For/ })).not.toBeInTheDocument();
    // Only the path of the receipt is stored.
    expect(localStorage.getItem('checkout-order')).toBeNull();
    expect(Object.keys(JSON.parse(localStorage.getItem('checkout-receipt') ?? '{}'))).toEqual([
      'path',
      'keptAt',
    ]);
    view.unmount();
    await openCheckout(null);
    expect(await screen.findByRole('link', { name: 'your last payment' })).toHaveAttribute(
      'href',
      receiptPath,
    );
  });

  it('a response without a state does not count as a booking and links to no receipt', async () => {
    await pay(() => success(undefined, 'Thank you'), standing('paid'));
    expect(
      await screen.findByRole('heading', { name: 'Your payment has been received' }),
    ).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'See your booking' })).not.toBeInTheDocument();
    expect(JSON.parse(localStorage.getItem('checkout-order') ?? '{}').paid).toEqual(widgetResponse());
  });

  it('a payment for which the server knows no order is stored, and sent again at the next visit', async () => {
    saveStartedOrder({ order_id: 'order_1', startedAt: Date.now(), paid: widgetResponse() });
    const { bodiesOf } = answerCalls({
      '/api/booking': () => success({ state: 'paid' }, 'Your payment is being confirmed.'),
    });
    const { unmount } = await openCheckout(null);
    const title = { name: 'Your payment has been received' };
    expect(await screen.findByRole('heading', title)).toBeInTheDocument();
    unmount();
    await openCheckout(null);
    expect(await screen.findByRole('heading', title)).toBeInTheDocument();
    expect(bodiesOf('/api/booking')).toMatchObject([widgetResponse(), widgetResponse()]);
  });

  it('an unanswered claim is sent again when the network is back', async () => {
    let calls = 0;
    await pay(() => {
      calls += 1;
      return calls === 1 ? refusal('your payment is safe: please do not pay again', 503) : booked();
    });
    expect(await screen.findByRole('heading', { name: 'Your payment is safe' })).toBeInTheDocument();
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByRole('heading', { name: /Thanks For Registering/ })).toBeInTheDocument();
    expect(calls).toBe(2);
  });

  it.each<[string, () => Response]>([
    ['no response', noAnswer],
    ['an unreadable response', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['a server error', () => refusal('Something went wrong', 500)],
  ])(
    'after %s, an error and “Your payment is safe” are shown, and the claim can be sent again',
    async (_name, answer) => {
      let answers = false;
      const { bodiesOf } = await pay(() => (answers ? booked() : answer()));
      expect(await screen.findByText('An error occurred while processing your request.')).toBeInTheDocument();
      expect(await screen.findByRole('heading', { name: 'Your payment is safe' })).toBeInTheDocument();
      expect(screen.getByRole('link', { name: 'See your booking' })).toHaveAttribute('href', receiptPath);
      expect(screen.queryByRole('button', { name: /^Pay/ })).not.toBeInTheDocument();
      answers = true;
      await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
      expect(await screen.findByRole('heading', { name: /Thanks For Registering/ })).toBeInTheDocument();
      const [first, second] = bodiesOf('/api/booking');
      expect(second).toEqual(first);
    },
  );
});

describe('returning to the checkout', () => {
  const order: StartedOrder = {
    order_id: 'order_1',
    course_id: 101,
    course_schedule_id: 101417991205,
    course_name: 'Leading SAFe',
    fee: 18_999,
    number_of_course: 2,
    sub_total: 37_998,
    gst_total: 6_839.64,
    total_fee: 44_837.64,
    receipt_path: receiptPath,
    startedAt: Date.now(),
  };
  const stateIs = (state: string) => answerCalls({ [receiptCall]: () => success(receiptIn(state)) });

  it('after a reload during the booking, the payment is sent again automatically', async () => {
    saveStartedOrder({ ...order, paid: widgetResponse() });
    const { bodiesOf } = answerCalls({ '/api/booking': booked });
    await openCheckout();
    expect(await screen.findByRole('heading', { name: /Thanks For Registering/ })).toBeInTheDocument();
    expect(bodiesOf('/api/booking')).toMatchObject([{ ...widgetResponse(), transaction_id: 'pay_1' }]);
  });

  it.each(['paid', 'booked'])(
    'a visitor who closed the page sees that the payment has been received: %s',
    async (state) => {
      saveStartedOrder(order);
      stateIs(state);
      await openCheckout(null);
      expect(
        await screen.findByRole('heading', { name: 'Your payment has been received' }),
      ).toBeInTheDocument();
      expect(screen.getByText(/You have paid for 2 seats of Leading SAFe/)).toBeInTheDocument();
      await userEvent.click(screen.getByRole('button', { name: 'Make a new booking' }));
      expect(await screen.findByRole('heading', { name: 'No batch is chosen yet' })).toBeInTheDocument();
      expect(localStorage.getItem('checkout-order')).toBeNull();
    },
  );

  it('warns if a payment for the same batch is unconfirmed', async () => {
    saveStartedOrder(order);
    stateIs('confirming');
    await openCheckout();
    expect(await screen.findByText(/You have already tried to pay for this batch/)).toBeInTheDocument();
    expect(await payButton()).toBeEnabled();
  });

  it.each([
    ['was not paid', order, 'open'],
    ['is of yesterday', { ...order, startedAt: Date.now() - 25 * 60 * 60_000 }, 'booked'],
  ] as const)('an order that %s does not block the form', async (_name, stored, state) => {
    saveStartedOrder(stored);
    stateIs(state);
    await openCheckout();
    expect(await payButton()).toBeEnabled();
    expect(screen.queryByText(/tried to pay/)).not.toBeInTheDocument();
  });

  it('the form works while the receipt cannot be loaded', async () => {
    saveStartedOrder(order);
    answerCalls({ [receiptCall]: noAnswer });
    await openCheckout();
    expect(await payButton()).toBeEnabled();
  });

  it('an unanswered payment is stored for a week, and sent before any other', async () => {
    const startedAt = Date.now() - 6 * 24 * 60 * 60_000;
    saveStartedOrder({ ...order, startedAt, paid: widgetResponse() });
    const { bodiesOf } = answerCalls({ '/api/booking': noAnswer });
    await openCheckout({ ...selection, course_schedule_id: 9 });
    expect(await screen.findByRole('heading', { name: 'Your payment is safe' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Pay/ })).not.toBeInTheDocument();
    expect(bodiesOf('/api/booking')).toMatchObject([widgetResponse()]);
  });

  it('an unanswered payment from another tab is sent before a new payment is made', async () => {
    const { bodiesOf } = answerCalls({ '/api/booking': booked });
    const dialogs = putWidget();
    await openCheckout();
    await fillInPayer();
    saveStartedOrder({ ...order, paid: widgetResponse() });
    await userEvent.click(await payButton());
    expect(await screen.findByRole('heading', { name: /Thanks For Registering/ })).toBeInTheDocument();
    expect(dialogs).toEqual([]);
    expect(bodiesOf('/api/checkout')).toEqual([]);
  });

  const week = 7 * 24 * 60 * 60_000;

  it.each([
    ['is a week old', { path: receiptPath, keptAt: Date.now() - week }],
    ['is not the path of a receipt', { path: 'https://elsewhere.example', keptAt: Date.now() }],
    ['is not an object', 'x'],
  ])('a stored receipt that %s is not shown', async (_name, stored) => {
    localStorage.setItem('checkout-receipt', JSON.stringify(stored));
    await openCheckout(null);
    await screen.findByRole('heading', { name: 'No batch is chosen yet' });
    expect(screen.queryByRole('link', { name: 'your last payment' })).not.toBeInTheDocument();
  });

  it.each([
    ['booked', 'Booking confirmed', false],
    ['refunded', 'Booking not made', false],
    ['paid', 'Payment received, booking being confirmed', true],
  ])('the receipt path is stored until the order is final: %s', async (state, text, isStored) => {
    saveLastReceipt(receiptPath);
    stateIs(state);
    await openSite(receiptPath, {});
    expect(await screen.findByText(text)).toBeInTheDocument();
    await waitFor(() => expect(localStorage.getItem('checkout-receipt') !== null).toBe(isStored));
  });

  it('the path of another person’s receipt is not stored', async () => {
    stateIs('paid');
    await openSite(receiptPath, {});
    await screen.findByText('Payment received, booking being confirmed');
    expect({ ...localStorage }).toEqual({});
  });

  it('personal data is stored only in the tab, until the order is paid', async () => {
    await openCheckout(selection);
    await fillInPayer();
    expect(JSON.stringify({ ...localStorage })).not.toMatch(/asha|98450/i);
    await payFrom(received);
    await screen.findAllByText(/Payment received/);
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toMatch(/asha|98450/i);
  });
});

describe('returning from the payment service’s own page', () => {
  const claim = new URLSearchParams(widgetResponse()).toString();

  it('a failed payment can be tried again', async () => {
    const { unmount } = await openCheckout();
    await payButton();
    unmount();
    await openCheckoutAt('/checkout?payment=failed&utm_source=x');
    expect(await screen.findByText(/The payment did not go through/)).toBeInTheDocument();
    expect(await payButton()).toBeEnabled();
    // The message would be wrong beside the status of the next payment.
    const next = await payFrom(noAnswer);
    expect(await screen.findByRole('heading', { name: 'Your payment is safe' })).toBeInTheDocument();
    expect(next.bodiesOf('/api/booking')).toHaveLength(1);
    expect(screen.queryByText(/The payment did not go through/)).not.toBeInTheDocument();
  });

  it('a payment that the server could not record is sent again', async () => {
    const { bodiesOf } = answerCalls({ '/api/booking': booked });
    await openCheckoutAt(`/checkout?payment=unconfirmed#${claim}`);
    expect(await screen.findByRole('heading', { name: /Thanks For Registering/ })).toBeInTheDocument();
    expect(bodiesOf('/api/booking')).toMatchObject([widgetResponse()]);
  });

  it('a claim does not replace another unanswered claim', async () => {
    saveStartedOrder({ order_id: 'order_2', startedAt: Date.now(), paid: widgetResponse('order_2') });
    const { bodiesOf } = answerCalls({ '/api/booking': booked });
    await openCheckoutAt(`/checkout?payment=unconfirmed#${claim}`);
    await screen.findByRole('heading', { name: /Thanks For Registering/ });
    expect(bodiesOf('/api/booking')).toMatchObject([widgetResponse('order_2')]);
  });

  it.each(['#razorpay_payment_id=pay_1', '#<script>', ''])(
    'an incomplete claim (%s) is not sent, and the page says that a payment could not be confirmed',
    async (hash) => {
      const { sent } = answerCalls({});
      await openCheckoutAt(`/checkout?payment=unconfirmed${hash}`);
      expect(await screen.findByText(/A payment could not be confirmed here/)).toBeInTheDocument();
      expect(sent).toEqual([]);
    },
  );
});
