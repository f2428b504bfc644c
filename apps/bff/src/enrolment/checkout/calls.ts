/** Descriptions of the requests and answers of the checkout's calls. */
import { callExamples } from '@meridian/contracts/call-examples';
import {
  bookingData,
  bookingRequest,
  changedPrice,
  checkoutData,
  checkoutRequest,
  seatsShort,
} from '@meridian/contracts/enrolment/orders';
import { priceData, priceRequest } from '@meridian/contracts/enrolment/price';
import { widgetFields } from '@meridian/contracts/enrolment/widget-answer';
import { z } from 'zod';
import { answerOf } from '../../platform/http/answers.ts';
import type { CallDescription } from '../../platform/http/call-description.ts';
import { exampleToken as token } from '../../platform/http/private-answers.ts';
import {
  bodyProblems,
  fieldProblemSchema,
  problemAnswers,
} from '../../platform/http/problems/problem-answers.ts';

const { transaction_id: paymentId, ...booked } = callExamples.booking;
const { course_id, course_schedule_id, number_of_course, first_name, last_name, email, phone_number } =
  booked;
const { fee, sub_total, gst_total, total_fee } = booked;
const price = {
  amount: 4_483_764,
  currency: 'INR',
  fee,
  sub_total,
  discount: 0,
  taxable: sub_total,
  gst_total,
  total_fee,
};
const orderId = 'order_PxYwZ0aBcDeF12';
const receiptPath = `/receipt/${token}`;
const tags = ['checkout'];

export const priceCall = {
  tags,
  operationId: 'show_price',
  summary: 'The price of seats with a coupon, as charged',
  description:
    'If no coupon is named, the answer includes the best automatic discount, for example the one of a group. An order ' +
    'gets the discount only if it names the coupon. `round_off` is the paisa that remains when the tax is split into halves.',
  body: priceRequest.meta({
    examples: [{ course_id, course_schedule_id, number_of_course, coupon: 'SPRING842', state: '29' }],
  }),
  response: {
    200: answerOf(priceData, {
      example: {
        status: 1,
        message: '',
        data: {
          fee: 18_999,
          sub_total: 37_998,
          discount: 1_900,
          taxable: 36_098,
          cgst: 3_248.82,
          sgst: 3_248.82,
          utgst: 0,
          igst: 0,
          round_off: 0,
          gst_total: 6_497.64,
          total_fee: 42_595.64,
          seats_left: null,
          coupon: {
            code: 'SPRING842',
            label: 'Coupon of the week',
            ends_at: '2026-11-24T18:30:00.000Z',
          },
        },
      },
    }),
    ...problemAnswers(...bodyProblems, 409, 429, 500, 502, 503),
  },
};

export const checkoutCall = {
  tags,
  operationId: 'open_checkout',
  summary: 'Opens a payment. The server reads the fee from the upstream; the browser never sends it',
  body: checkoutRequest.meta({
    examples: [
      { course_id, course_schedule_id, number_of_course, first_name, last_name, email, phone_number },
    ],
  }),
  response: {
    200: answerOf(checkoutData, {
      example: {
        status: 1,
        message: '',
        data: { order_id: orderId, key_id: 'rzp_test_XXXXXXXXXXXXXX', ...price, receipt_path: receiptPath },
      },
    }),
    ...problemAnswers(...bodyProblems, 429, 500, 502, 503),
    409: fieldProblemSchema.extend({ data: z.union([changedPrice, seatsShort]) }).meta({
      description:
        'No order was made. Either the total differs from the expected one, and `data` has the current price. Or too few ' +
        'seats are left: `errors.number_of_course` is set, and `data` may have the number left. Or sales are closed: ' +
        '`errors.sales` is set.',
      examples: [
        {
          status: 0,
          message: 'The fee has changed since this page was opened. Nothing was charged.',
          data: price,
        },
        {
          status: 0,
          message: 'Only 1 seat is left in this batch.',
          errors: { number_of_course: ['Only 1 seat is left in this batch.'] },
          data: { seats_left: 1 },
        },
      ],
    }),
  },
};

export const bookingCall = {
  tags,
  operationId: 'confirm_booking',
  summary: 'Reports a payment, with the values of the payment widget',
  body: bookingRequest.meta({
    examples: [
      {
        ...booked,
        razorpay_order_id: orderId,
        razorpay_payment_id: paymentId,
        razorpay_signature: '9ef4dffbfd84f1318f6739a3ce19f9d85851857ae648f114332d8401e0949a3d',
      },
    ],
  }),
  response: {
    200: answerOf(bookingData, {
      example: { status: 1, message: '', data: { state: 'booked', receipt_path: receiptPath } },
    }),
    ...problemAnswers(...bodyProblems, 429, 500, 502, 503),
  },
};

const toAPage = {
  description:
    'Redirect to the receipt, or back to the checkout, which shows the state: `?payment=failed|unconfirmed`',
  headers: { Location: { description: 'A path of this site', schema: { type: 'string' } } },
};
const claimField = { type: 'string', maxLength: 128 };

export const returnCall = (): CallDescription => ({
  tags,
  operationId: 'return_from_payment',
  summary: 'Receives browsers that cannot show the payment dialog, after the payment provider’s page',
  description: 'A form POST from another site. The answer is always a redirect to a page of this site.',
  body: {
    required: true,
    content: {
      'application/x-www-form-urlencoded': {
        schema: {
          type: 'object',
          properties: {
            ...Object.fromEntries(widgetFields.map((field) => [field, claimField])),
            'error[code]': { type: 'string' },
            'error[description]': { type: 'string' },
          },
        },
      },
    },
  },
  response: { 303: toAPage, default: toAPage },
});

export const cancelledCall = (): CallDescription => ({
  tags,
  operationId: 'return_from_cancelled_payment',
  summary: 'Receives browsers that return from the payment provider’s page; the answer is a redirect',
  parameters: [
    {
      name: 'attempt',
      in: 'query',
      schema: { type: 'string', format: 'uuid' },
      description: 'Attempt id of the form without scripts that opened the order',
    },
    { name: 'cancelled', in: 'query', schema: { type: 'string', enum: ['1'] } },
  ],
  response: { 303: toAPage, default: toAPage },
});
