/** Sales close while a page is open: the page learns it when a call is refused. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished } from 'vitest';
import { salesMeta } from '../../api/sales.ts';
import { openSite } from '../../testing/site.tsx';
import { AbandonedCheckout } from './checkout-screen.tsx';
import { answerCalls, fillInPayer, openCheckout, payButton, putWidget, success } from './testing.tsx';

const message = 'Enrolment is not open at present. Nothing was charged. Please send us an enquiry instead.';
const closed = () => Response.json({ status: 0, message, errors: { sales: [message] } }, { status: 409 });
const price = {
  fee: 18_999,
  sub_total: 37_998,
  discount: 0,
  taxable: 37_998,
  gst_total: 6_839.64,
  total_fee: 44_837.64,
  seats_left: null,
  coupon: null,
};

it('a refused order becomes an enquiry with the typed values, and nothing is paid', async () => {
  sessionStorage.clear();
  const dialogs = putWidget();
  answerCalls({ '/api/price': () => success(price), '/api/checkout': closed });
  await openCheckout();
  await fillInPayer();
  await userEvent.click(await payButton());
  expect(await screen.findByRole('heading', { name: 'Enquire about Leading SAFe' })).toBeInTheDocument();
  expect(screen.getByText('Enrolment is not open at present.', { exact: true })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /pay/i })).not.toBeInTheDocument();
  expect(screen.queryByText(/Secure payment/)).not.toBeInTheDocument();
  expect(dialogs).toEqual([]);
  await waitFor(() => expect(screen.getByLabelText('Full Name')).toHaveValue('Asha Rao'));
  expect(screen.getByLabelText('Email')).toHaveValue('asha@example.in');
});

it('the link of a reminder shows an enquiry form instead of a payment while sales are closed', async () => {
  const meta = document.head.appendChild(document.createElement('meta'));
  Object.assign(meta, { name: salesMeta, content: 'closed 2026-11-28T00:00:00.000Z' });
  onTestFinished(() => meta.remove());
  await AbandonedCheckout.preload();
  const token = 'ab'.repeat(20);
  const checkout_path = '/checkout?course_id=201&course_schedule_id=1&course_qty=2';
  answerCalls({
    [`/api/unfinished/${token}`]: () =>
      success({
        state: 'open',
        course_name: 'Leading SAFe',
        number_of_course: 2,
        total_fee: 44_837.64,
        start_date: '2099-12-05',
        end_date: '2099-12-06',
        start_time: '09:00',
        end_time: '17:00',
        checkout_path,
      }),
  });
  await openSite(`/checkout?resume=${token}`, {});
  expect(await screen.findByRole('link', { name: 'Enquire' })).toHaveAttribute('href', checkout_path);
  expect(screen.queryByRole('button', { name: 'Continue to payment' })).not.toBeInTheDocument();
});
