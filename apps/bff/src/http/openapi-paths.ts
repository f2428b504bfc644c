/** The calls of the API, one function for each kind. */
import { callExamples } from '@meridian/contracts/call-examples';
import { readSchemas } from '@meridian/contracts/call-schemas';
import { callSummaries } from '@meridian/contracts/call-summaries';
import type { FormName, ReadCallName } from '@meridian/contracts/calls';
import {
  bookingData,
  bookingRequest,
  checkoutData,
  checkoutRequest,
} from '@meridian/contracts/checkout/orders';
import { receiptData } from '@meridian/contracts/checkout/receipt';
import { crmForward } from '@meridian/contracts/leads/crm-record';
import { submissionSchema, submitData } from '@meridian/contracts/leads/form-schemas';
import { formOf } from '@meridian/contracts/leads/forms';
import type { z } from 'zod';
import { purgeData, purgeRequest } from '../purge/routes.ts';
import {
  answers,
  content,
  envelopeAnswer,
  type Json,
  type ProblemStatus,
  schemaOf,
} from './openapi-parts.ts';

/** What any body may meet before it is looked at. */
const bodyProblems = [400, 413, 415] as const satisfies ProblemStatus[];

export function readPath(name: ReadCallName): Json {
  const { request } = readSchemas[name];
  const asked = schemaOf(request);
  const fields = Object.entries((asked.properties ?? {}) as Record<string, Json>);
  const required = new Set((asked.required ?? []) as string[]);
  const example = callExamples[name];
  const success = envelopeAnswer({ $ref: `#/components/schemas/${name}` });
  const common = { tags: ['reads'], summary: callSummaries[name] };
  return {
    get: {
      ...common,
      operationId: `get_${name}`,
      parameters: fields.map(([field, schema]) => ({
        ...{ name: field, in: 'query', required: required.has(field), schema },
        example: example[field],
      })),
      responses: answers(success, [304, 400, 429, 500, 502]),
    },
    post: {
      ...common,
      operationId: `post_${name}`,
      description: 'The same with a JSON body, for clients of the upstream’s own calls.',
      ...(fields.length > 0 && { requestBody: content(asked, example) }),
      responses: answers(success, [304, ...bodyProblems, 429, 500, 502]),
    },
  };
}

/** The schemas of the reads' data, by the calls' names. */
export function readComponents(names: readonly ReadCallName[]): Json {
  return Object.fromEntries(names.map((name) => [name, schemaOf(readSchemas[name].data)]));
}

const submissionId = '8c0d9d5e-4c57-4a6a-9d0c-3f8f1c2b7a11';

export function formPath(name: FormName): Json {
  const schema = schemaOf(submissionSchema(name));
  const upload = name === 'instructor';
  const body = upload
    ? {
        ...schema,
        properties: { ...(schema.properties as Json), resume: { type: 'string', format: 'binary' } },
        required: [...((schema.required ?? []) as string[]), 'resume'],
      }
    : schema;
  const example = { ...callExamples[name], submission_id: submissionId };
  // A file has no example in JSON.
  const sent = upload ? content(body, undefined, 'multipart/form-data') : content(body, example);
  const data = formOf(name).download ? { file_url: '/media/resources/example.pdf' } : {};
  const thanks = { status: 1, message: 'Thank you! Your details have been received.', data };
  return {
    post: {
      tags: ['forms'],
      operationId: name,
      summary: callSummaries[name],
      requestBody: { required: true, ...sent },
      responses: answers(envelopeAnswer(schemaOf(submitData), thanks), [
        ...bodyProblems,
        ...(upload ? ([403] as const) : []),
        ...([409, 429, 500] as const),
      ]),
    },
  };
}

export function crmPath(name: FormName): Json {
  const { form } = formOf(name).crm;
  const record = {
    First_Name: 'Asha',
    Last_Name: 'Nair',
    Email: 'asha.nair@example.com',
    Phone: '98450 00000',
  };
  return {
    post: {
      tags: ['crm'],
      operationId: `zoho_${form}`,
      summary: `Hands a lead of ${name} that was saved elsewhere to the CRM`,
      requestBody: { required: true, ...content(schemaOf(crmForward), { data: [record], trigger: [] }) },
      responses: answers(envelopeAnswer(undefined, { status: 1, message: 'The lead was accepted.' }), [
        ...bodyProblems,
        ...([429, 500] as const),
      ]),
    },
  };
}

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
    responses: answers(envelopeAnswer(undefined, { status: 1, message: '' }), [400, 413, 500]),
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

export const purgeCall: Json = {
  post: {
    tags: ['operations'],
    operationId: 'purge_cache',
    summary: 'Has kept answers and pages read anew',
    description: 'For the hook of a content system. There only where OPS_TOKEN is set.',
    security: [{ operators: [] }],
    requestBody: content(schemaOf(purgeRequest), { target: 'all' }),
    responses: answers(
      envelopeAnswer(schemaOf(purgeData), { status: 1, message: 'Purged', data: { purged: 12 } }),
      [...bodyProblems, 401, 500, 502],
    ),
  },
};

export const healthPaths: Json = {
  '/healthz': {
    get: {
      tags: ['operations'],
      operationId: 'is_alive',
      summary: 'Answers as long as the process works',
      responses: answers(envelopeAnswer(undefined, { status: 1, message: 'OK' }), []),
    },
  },
  '/readyz': {
    get: {
      tags: ['operations'],
      operationId: 'is_ready',
      summary: 'Whether it can serve; an upstream that is down does not make it unready',
      responses: answers(
        envelopeAnswer(
          {
            type: 'object',
            properties: {
              database: { enum: ['up', 'down'] },
              upstream: { enum: ['up', 'down', 'unknown'] },
            },
          },
          { status: 1, message: 'Ready', data: { database: 'up', upstream: 'up' } },
        ),
        [503],
      ),
    },
  },
};
