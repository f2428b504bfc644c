import type { AbandonedData } from '@meridian/contracts/enrolment/abandoned';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { openSite } from '../../../testing/site.tsx';
import { AbandonedCheckout } from '../checkout-screen.tsx';
import { startedOrder } from '../payment/started-order.ts';
import { answerCalls, putWidget, refusal, success, widgetResponse } from '../testing.tsx';

await AbandonedCheckout.preload();
afterEach(() => {
  localStorage.clear();
});

const token = 'ab'.repeat(20);
const call = `/api/unfinished/${token}`;
const order: AbandonedData = {
  state: 'open',
  course_name: 'Leading SAFe',
  number_of_course: 2,
  total_fee: 44_837.64,
  start_date: '2026-12-05',
  end_date: '2026-12-06',
  start_time: '09:00',
  end_time: '17:00',
  checkout_path: '/checkout?course_id=201&course_schedule_id=1&course_qty=2',
};
const open = () => openSite(`/checkout?resume=${token}`, {});
const pay = () => screen.queryByRole('button', { name: 'Continue to payment' });

it('the emailed link shows the order without opening the payment', async () => {
  const calls = answerCalls({ [call]: () => success(order) });
  await open();
  expect(await screen.findByRole('heading', { name: 'Leading SAFe' })).toBeInTheDocument();
  expect(screen.getByText(/2 seats, from .*44,837.64 incl. GST/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'See today’s price' })).toHaveAttribute(
    'href',
    order.checkout_path,
  );
  expect(calls.bodiesOf(call)).toEqual([{}]);
});

it('the payment opens at the original price, ends before the hold, and is confirmed', async () => {
  const receiptPath = `/receipt/${'c'.repeat(40)}`;
  const dialogs = putWidget();
  let read = false;
  const calls = answerCalls({
    [call]: () => {
      if (!read) {
        read = true;
        return success(order);
      }
      return success({
        order_id: 'order_1',
        key_id: 'rzp_test_x',
        amount: 4_483_764,
        currency: 'INR',
        fee: 18_999,
        sub_total: 37_998,
        gst_total: 6_839.64,
        total_fee: 44_837.64,
        held_seconds: 900,
        receipt_path: receiptPath,
      });
    },
    '/api/booking': () => success({ receipt_path: receiptPath }),
  });
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Continue to payment' }));
  await waitFor(() => expect(dialogs).toHaveLength(1));
  expect(dialogs[0]?.options).toMatchObject({ amount: 4_483_764, order_id: 'order_1' });
  // The hold of 900 seconds less two minutes, and the seconds since the order was opened.
  expect(dialogs[0]?.options.timeout).toBeLessThanOrEqual(780);
  expect(dialogs[0]?.options.timeout).toBeGreaterThan(700);
  expect(startedOrder()).toMatchObject({ order_id: 'order_1' });
  dialogs[0]?.options.handler(widgetResponse());
  await waitFor(() => expect(calls.bodiesOf('/api/booking')).toHaveLength(1));
  expect(calls.bodiesOf('/api/booking')[0]).toMatchObject({ razorpay_payment_id: 'pay_1' });
});

it('a refusal is shown at the button, which can be clicked again', async () => {
  const sold = 'This batch is sold out. Please choose another one.';
  let read = false;
  const calls = answerCalls({
    [call]: () => {
      if (read) return refusal(sold, 409);
      read = true;
      return success(order);
    },
  });
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Continue to payment' }));
  expect(await screen.findByText(sold)).toBeInTheDocument();
  await waitFor(() => expect(pay()).toBeEnabled());
  expect(calls.bodiesOf(call)).toHaveLength(2);
});

it('an order that is paid or no longer available cannot be paid again', async () => {
  answerCalls({ [call]: () => success({ ...order, state: 'over' }) });
  await open();
  expect(await screen.findByText(/is already paid or no longer available/)).toBeInTheDocument();
  expect(pay()).not.toBeInTheDocument();
});

it('an unknown link shows an error, with links to other pages', async () => {
  answerCalls({ [call]: () => refusal('This link does not exist.', 404) });
  await open();
  expect(await screen.findByRole('alert')).toHaveTextContent('This link does not exist.');
  expect(screen.getByRole('link', { name: 'See all courses' })).toBeInTheDocument();
});
