/** The API's description (OpenAPI 3.1), made from the contracts: what is added there appears here. */
import { brand } from '@meridian/contracts/brand';
import { readSchemas } from '@meridian/contracts/call-schemas';
import { callSummaries } from '@meridian/contracts/call-summaries';
import { calls, readCallNames } from '@meridian/contracts/calls';
import {
  bookingData,
  bookingRequest,
  checkoutData,
  checkoutRequest,
} from '@meridian/contracts/checkout/orders';
import { submissionSchema, submitData } from '@meridian/contracts/leads/form-schemas';
import { formNames, formOf } from '@meridian/contracts/leads/forms';
import { z } from 'zod';

type Json = Record<string, unknown>;

function schemaOf(schema: z.ZodType): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
  if (!(schema instanceof z.ZodObject)) return json;
  // What has a default may be left out, which the parsed form does not show.
  const shape = schema.shape as Record<string, z.ZodType>;
  const required = Object.keys(shape).filter((name) => !shape[name]?.safeParse(undefined).success);
  return { ...json, required: required.length > 0 ? required : undefined };
}

function envelopeOf(data: Json | undefined): Json {
  return {
    type: 'object',
    required: ['status', 'message'],
    properties: {
      status: { type: 'integer', description: '1 is success' },
      message: { type: 'string' },
      ...(data && { data }),
    },
  };
}

function content(schema: Json, type = 'application/json'): Json {
  return { content: { [type]: { schema } } };
}

const problem = envelopeOf(undefined);
const badRequest = {
  ...problem,
  properties: {
    ...(problem.properties as Json),
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
  },
};

function answers(data: Json | undefined): Json {
  return {
    200: { description: 'The answer; a status other than 1 is a refusal', ...content(envelopeOf(data)) },
    400: { description: 'A field is missing or wrong', ...content(badRequest) },
    429: { description: 'Too many requests; see Retry-After', ...content(problem) },
    502: { description: 'No answer could be had', ...content(problem) },
  };
}

function readPath(name: (typeof readCallNames)[number]): Json {
  const { request, data } = readSchemas[name];
  const asked = schemaOf(request);
  const properties = Object.entries((asked.properties ?? {}) as Record<string, Json>);
  const required = new Set((asked.required ?? []) as string[]);
  const common = { tags: ['reads'], summary: callSummaries[name], responses: answers(schemaOf(data)) };
  const parameters = properties.map(([field, schema]) => ({
    name: field,
    in: 'query',
    required: required.has(field),
    schema,
  }));
  return {
    get: { ...common, operationId: `get_${name}`, parameters },
    post: {
      ...common,
      operationId: `post_${name}`,
      ...(properties.length > 0 && { requestBody: content(asked) }),
    },
  };
}

function formPath(name: (typeof formNames)[number]): Json {
  const schema = schemaOf(submissionSchema(name));
  const upload = name === 'instructor';
  const body = upload
    ? {
        ...schema,
        properties: { ...(schema.properties as Json), resume: { type: 'string', format: 'binary' } },
        required: [...((schema.required ?? []) as string[]), 'resume'],
      }
    : schema;
  return {
    post: {
      tags: ['forms'],
      operationId: name,
      summary: callSummaries[name],
      requestBody: { required: true, ...content(body, upload ? 'multipart/form-data' : 'application/json') },
      responses: answers(schemaOf(submitData)),
    },
  };
}

function postPath(tag: string, summary: string, body: Json, data?: Json): Json {
  return {
    post: {
      tags: [tag],
      summary,
      requestBody: { required: true, ...content(body) },
      responses: answers(data),
    },
  };
}

const crmBody = {
  type: 'object',
  required: ['data', 'trigger'],
  properties: {
    data: { type: 'array', items: { type: 'object' }, description: 'One lead record' },
    trigger: { type: 'array', items: { type: 'string' } },
  },
};

/** @param publicUrl origin of the site */
export function openApiDocument(publicUrl: string): Json {
  const token = { name: 'token', in: 'path', required: true, schema: { type: 'string' } };
  return {
    openapi: '3.1.0',
    info: {
      title: `${brand} API`,
      version: '1.0.0',
      description: 'Every answer is {status, message, data}.',
    },
    servers: [{ url: publicUrl }],
    paths: {
      ...Object.fromEntries(readCallNames.map((name) => [`/api${calls[name].path}`, readPath(name)])),
      ...Object.fromEntries(formNames.map((name) => [`/api${calls[name].path}`, formPath(name)])),
      ...Object.fromEntries(
        formNames.map((name) => [
          `/api/zoho/${formOf(name).crm.form}`,
          postPath('crm', `Hands a lead of ${name} that was saved elsewhere to the CRM`, crmBody),
        ]),
      ),
      '/api/checkout': postPath(
        'checkout',
        'Opens a payment',
        schemaOf(checkoutRequest),
        schemaOf(checkoutData),
      ),
      '/api/booking': postPath(
        'checkout',
        'Books what was paid',
        schemaOf(bookingRequest),
        schemaOf(bookingData),
      ),
      '/api/webhooks/razorpay': postPath('checkout', 'Events of the payment provider, signed', {
        type: 'object',
      }),
      '/api/receipts/{token}': {
        get: {
          tags: ['checkout'],
          summary: 'The receipt of an order',
          parameters: [token],
          responses: answers({}),
        },
      },
    },
  };
}
