import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { keepStartedOrder, type StartedOrder } from './started-order.ts';
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
  selection,
  success,
  widgetResponse,
} from './testing.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const receiptCall = `/api/receipts/${receiptPath.slice('/receipt/'.length)}`;
const booked = () =>
  success({ state: 'booked', receipt_path: receiptPath }, 'Your booking is confirmed. Thank you!');

/** Pays in the dialog, with this answer to the booking. */
async function pay(booking: () => Response) {
  const calls = answerCalls({ '/api/checkout': () => success(orderFor(18_999)), '/api/booking': booking });
  const dialogs = putWidget();
  const scrollTo = vi.spyOn(window, 'scrollTo');
  const view = await openCheckout();
  await fillInPayer();
  const { options } = await openDialog(dialogs);
  act(() => options.handler(widgetResponse()));
  return { ...calls, dialogs, scrollTo, view };
}

describe('after the payment', () => {
  it('the booking is sent as specified, and the visitor is thanked at the top of a new page', async () => {
    const { bodiesOf, scrollTo } = await pay(booked);
    expect(await screen.findByText('Your booking is confirmed. Thank you!')).toBeInTheDocument();
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Thanks For Registering for the Course!' }),
    ).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
    expect(await screen.findByRole('link', { name: 'See your receipt' })).toHaveAttribute(
      'href',
      receiptPath,
    );
    await waitFor(() => expect(scrollTo).toHaveBeenLastCalledWith(expect.objectContaining({ top: 0 })));
    expect(bodiesOf('/api/booking')).toEqual([
      {
        course_id: 101,
        course_schedule_id: 7001,
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

  it('nothing of it is left for the next visit', async () => {
    const { view } = await pay(booked);
    await screen.findByRole('heading', { name: /Thanks For Registering/ });
    view.unmount();
    await openCheckout(null);
    expect(await screen.findByRole('heading', { name: 'No batch is chosen yet' })).toBeInTheDocument();
  });

  it('a server that refuses is heard, and nobody is told that the money is lost', async () => {
    await pay(() => refusal('These details do not agree with the order that was paid.', 400));
    await waitFor(() =>
      expect(screen.getAllByText('These details do not agree with the order that was paid.')).toHaveLength(2),
    );
    expect(screen.getByText(/If money has left your account, it is not lost/)).toBeInTheDocument();
    expect(screen.getByText('pay_1')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Start again' }));
    expect(await payButton()).toBeEnabled();
  });

  it.each<[string, () => Response]>([
    ['no answer', noAnswer],
    ['an answer that cannot be read', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['a server at fault', () => refusal('Something went wrong', 500)],
  ])('%s is an error, and the payment is safe and can be told of again', async (_name, answer) => {
    let answers = false;
    const { bodiesOf } = await pay(() => (answers ? booked() : answer()));
    expect(await screen.findByText('An error occurred while processing your request.')).toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: 'Your payment is safe' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'See the receipt' })).toHaveAttribute('href', receiptPath);
    expect(screen.queryByRole('button', { name: /^Pay/ })).not.toBeInTheDocument();
    answers = true;
    await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
    expect(await screen.findByRole('heading', { name: /Thanks For Registering/ })).toBeInTheDocument();
    const [first, second] = bodiesOf('/api/booking');
    expect(second).toEqual(first);
  });
});

describe('coming back to the checkout', () => {
  const order: StartedOrder = {
    order_id: 'order_1',
    course_id: 101,
    course_schedule_id: 7001,
    course_name: 'Leading SAFe',
    fee: 18_999,
    number_of_course: 2,
    sub_total: 37_998,
    gst_total: 6_839.64,
    total_fee: 44_837.64,
    receipt_path: receiptPath,
    startedAt: Date.now(),
  };
  const stateIs = (state: string) => answerCalls({ [receiptCall]: () => success({ ...receipt, state }) });

  it('after a reload in mid-booking the booking is sent again by itself', async () => {
    keepStartedOrder({ ...order, paid: widgetResponse() });
    const { bodiesOf } = answerCalls({ '/api/booking': booked });
    await openCheckout();
    expect(await screen.findByRole('heading', { name: /Thanks For Registering/ })).toBeInTheDocument();
    expect(bodiesOf('/api/booking')).toMatchObject([{ ...widgetResponse(), transaction_id: 'pay_1' }]);
  });

  it.each(['paid', 'booked'])(
    'after closing it, the visitor sees that the payment came in: %s',
    async (state) => {
      keepStartedOrder(order);
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

  it('warns where a payment of the same batch is not settled', async () => {
    keepStartedOrder(order);
    stateIs('confirming');
    await openCheckout();
    expect(await screen.findByText(/You have tried to pay for this batch before/)).toBeInTheDocument();
    expect(await payButton()).toBeEnabled();
  });

  it.each([
    ['was not paid', order, 'open'],
    ['is of yesterday', { ...order, startedAt: Date.now() - 25 * 60 * 60_000 }, 'booked'],
  ] as const)('an order that %s does not stand in the way', async (_name, kept, state) => {
    keepStartedOrder(kept);
    stateIs(state);
    await openCheckout();
    expect(await payButton()).toBeEnabled();
    expect(screen.queryByText(/tried to pay/)).not.toBeInTheDocument();
  });

  it('works while the receipt cannot be read', async () => {
    keepStartedOrder(order);
    answerCalls({ [receiptCall]: noAnswer });
    await openCheckout();
    expect(await payButton()).toBeEnabled();
  });

  it('keeps nothing that says who the visitor is', async () => {
    answerCalls({ '/api/checkout': () => success(orderFor(18_999)) });
    const dialogs = putWidget();
    await openCheckout(selection);
    await fillInPayer();
    await openDialog(dialogs);
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toMatch(/asha|98450/i);
  });
});
