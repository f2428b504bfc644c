/** The calls of the API about payments. */
import { callExamples } from '@meridian/contracts/call-examples';
import {
  bookingData,
  bookingRequest,
  checkoutData,
  checkoutRequest,
} from '@meridian/contracts/checkout/orders';
import { receiptData } from '@meridian/contracts/checkout/receipt';
import type { z } from 'zod';
import { answers, bodyProblems, content, envelopeAnswer, type Json, schemaOf } from './openapi-parts.ts';

interface Post {
  operationId: string;
  summary: string;
  request: z.ZodType;
  example: Json;
  data: z.ZodType;
  answer: Json;
}

function checkoutCall({ operationId, summary, request, example, data, answer }: Post): Json {
  return {
    post: {
      tags: ['checkout'],
      operationId,
      summary,
      requestBody: { required: true, ...content(schemaOf(request), example) },
      responses: answers(envelopeAnswer(schemaOf(data), { status: 1, message: '', data: answer }), [
        ...bodyProblems,
        ...([429, 500, 502] as const),
      ]),
    },
  };
}

const { transaction_id: paymentId, ...booked } = callExamples.booking;
const { course_id, course_schedule_id, number_of_course, first_name, last_name, email, phone_number } =
  booked;
const { fee, sub_total, gst_total, total_fee } = booked;
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
    ...{ order_id: orderId, key_id: 'rzp_test_XXXXXXXXXXXXXX', amount: 4_483_764, currency: 'INR' },
    ...{ fee, sub_total, gst_total, total_fee, receipt_path: receiptPath },
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
    responses: answers(envelopeAnswer(undefined, { status: 1, message: '' }), [400, 413, 429, 500]),
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
      parameters: [tokenParameter],
      responses: answers(envelopeAnswer(schemaOf(receiptData)), [404, 500]),
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
        [404, 500],
      ),
    },
  },
};
