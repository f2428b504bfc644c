/** The calls of the API about payments. */
import { callExamples } from '@meridian/contracts/call-examples';
import {
  bookingData,
  bookingRequest,
  changedPrice,
  checkoutData,
  checkoutRequest,
} from '@meridian/contracts/checkout/orders';
import { receiptData } from '@meridian/contracts/checkout/receipt';
import { widgetFields } from '@meridian/contracts/checkout/widget-answer';
import type { z } from 'zod';
import {
  answers,
  bodyProblems,
  content,
  envelopeAnswer,
  envelopeOf,
  type Json,
  schemaOf,
} from './openapi-parts.ts';

interface Post {
  operationId: string;
  summary: string;
  request: z.ZodType;
  example: Json;
  data: z.ZodType;
  answer: Json;
  /** Answers that only this call has. */
  others?: Json;
}

function checkoutCall({ operationId, summary, request, example, data, answer, others }: Post): Json {
  return {
    post: {
      tags: ['checkout'],
      operationId,
      summary,
      requestBody: { required: true, ...content(schemaOf(request), example) },
      responses: {
        ...answers(envelopeAnswer(schemaOf(data), { status: 1, message: '', data: answer }), [
          ...bodyProblems,
          ...([429, 500, 502, 503] as const),
        ]),
        ...others,
      },
    },
  };
}

const { transaction_id: paymentId, ...booked } = callExamples.booking;
const { course_id, course_schedule_id, number_of_course, first_name, last_name, email, phone_number } =
  booked;
const { fee, sub_total, gst_total, total_fee } = booked;
const price = { amount: 4_483_764, currency: 'INR', fee, sub_total, gst_total, total_fee };
const orderId = 'order_PxYwZ0aBcDeF12';
const token = '0123456789abcdef0123456789abcdef01234567';
const receiptPath = `/receipt/${token}`;

export const checkoutPath = checkoutCall({
  operationId: 'open_checkout',
  summary: 'Opens a payment: the fee is read by the server, never sent',
  request: checkoutRequest,
  example: { course_id, course_schedule_id, number_of_course, first_name, last_name, email, phone_number },
  data: checkoutData,
  answer: {
    ...{ order_id: orderId, key_id: 'rzp_test_XXXXXXXXXXXXXX' },
    ...{ ...price, receipt_path: receiptPath },
  },
  others: {
    409: {
      description:
        'The total is not the expected one: no order was made, and `data` has the price as it is now',
      ...content(envelopeOf(schemaOf(changedPrice)), {
        status: 0,
        message: 'The fee has changed since this page was opened. Nothing was charged.',
        data: price,
      }),
    },
  },
});

export const bookingPath = checkoutCall({
  operationId: 'confirm_booking',
  summary: 'Tells that a payment was made, with what the payment widget gave',
  request: bookingRequest,
  example: {
    ...booked,
    razorpay_order_id: orderId,
    razorpay_payment_id: paymentId,
    razorpay_signature: '9ef4dffbfd84f1318f6739a3ce19f9d85851857ae648f114332d8401e0949a3d',
  },
  data: bookingData,
  answer: { state: 'booked', receipt_path: receiptPath },
});

const toAPage = {
  description:
    'To the receipt, or back to the checkout, which says what is known: `?payment=failed|unconfirmed`',
  headers: { Location: { description: 'A path of this site', schema: { type: 'string' } } },
};
const claimField = { type: 'string', maxLength: 128 };

export const paymentReturnCall: Json = {
  post: {
    tags: ['checkout'],
    operationId: 'return_from_payment',
    summary: 'Where the payment provider sends a browser that cannot show the payment dialog',
    description:
      'A form POST from another site. Whatever comes, the answer is a redirect to a page of this one.',
    requestBody: {
      required: true,
      ...content(
        {
          type: 'object',
          properties: {
            ...Object.fromEntries(widgetFields.map((field) => [field, claimField])),
            'error[code]': { type: 'string' },
            'error[description]': { type: 'string' },
          },
        },
        undefined,
        'application/x-www-form-urlencoded',
      ),
    },
    responses: { 303: toAPage, default: toAPage },
  },
};

export const webhookPath: Json = {
  post: {
    tags: ['checkout'],
    operationId: 'receive_webhook',
    summary: 'Events of the payment provider, signed over the bytes of the body',
    parameters: [
      { name: 'X-Razorpay-Signature', in: 'header', required: true, schema: { type: 'string' } },
      { name: 'X-Razorpay-Event-Id', in: 'header', schema: { type: 'string' } },
    ],
    requestBody: { required: true, ...content({ type: 'object' }) },
    responses: answers(envelopeAnswer(undefined, { status: 1, message: '' }), [400, 413, 429, 500, 503]),
  },
};

const tokenParameter = {
  ...{ name: 'token', in: 'path', required: true, example: token },
  schema: { type: 'string', pattern: '^[0-9a-f]{40}$' },
};

export const receiptPaths: Json = {
  '/api/receipts/{token}': {
    get: {
      tags: ['checkout'],
      operationId: 'get_receipt',
      summary: 'The receipt of an order, for who has its address',
      parameters: [
        tokenParameter,
        {
          ...{ name: 'fresh', in: 'query', schema: { const: '1' }, example: '1' },
          description: 'Asks the payment provider first, where the order is not paid as far as is known here',
        },
      ],
      responses: answers(envelopeAnswer(schemaOf(receiptData)), [404, 500, 502, 503]),
    },
  },
  '/api/receipts/{token}.ics': {
    get: {
      tags: ['checkout'],
      operationId: 'get_receipt_calendar',
      summary: 'The dates of the order as a calendar file',
      parameters: [tokenParameter],
      responses: answers(
        { description: 'The file', ...content({ type: 'string' }, undefined, 'text/calendar') },
        [404, 500, 503],
      ),
    },
  },
};
