/** Lints the OpenAPI document and compares it with real responses. */

import { calls } from '@meridian/contracts/calls';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { useSite } from '../../../testing/site.ts';

const site = await useSite({ OPS_TOKEN: 'a-token-of-operators', FORM_LIMIT_PER_MINUTE: '100' });
const { http } = site;
const { text: source } = await http.get('/api/docs/openapi.json').expect(200);

type Schema = Record<string, unknown>;
interface Media {
  schema: Schema;
  example?: unknown;
}
interface Answer {
  $ref?: string;
  content?: Record<string, Media>;
}
interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; example?: unknown }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Answer>;
}
interface Description {
  paths: Record<string, Partial<Record<'get' | 'post', Operation>>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Answer> };
}
const description: Description = JSON.parse(source);
const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]): [string, string, Operation] => [
    method,
    path,
    operation,
  ]),
);
/** Non-JSON bodies: raw signed bytes, and a form answered by a redirect. */
const otherBodies = ['/api/webhooks/razorpay', '/api/payments/return'];
const posts = operations.filter(([method, path]) => method === 'post' && !otherBodies.includes(path));

it('is valid OpenAPI 3.1 without linter errors', async () => {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      // The health routes take no input, so they have no 4xx.
      'operation-4xx-response': 'off',
      'info-license': 'off',
      'no-unused-components': 'error',
      'no-invalid-media-type-examples': 'error',
      'no-invalid-parameter-examples': 'error',
      'no-invalid-schema-examples': 'error',
      'no-schema-type-mismatch': 'error',
      'operation-singular-tag': 'error',
      'operation-tag-defined': 'error',
      'tag-description': 'error',
    },
  });
  const problems = await lintFromString({ source, config });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
    [],
  );
  // Proves that the linter reports errors.
  const broken = source.replace('"operationId":"get_home",', '');
  expect((await lintFromString({ source: broken, config })).map(({ ruleId }) => ruleId)).toEqual([
    'operation-operationId',
  ]);
});

/** Every route as `get /path`, from Fastify's route tree. */
function servedRoutes(): string[] {
  const parents: string[] = [];
  const lines = site.app.printRoutes({ commonPrefix: false, includeHooks: false }).split('\n');
  return lines.flatMap((line) => {
    const [, indent = '', part = '', methods = ''] = /^(.*?)[├└]── (\S+)(?: \(([^)]+)\))?$/.exec(line) ?? [];
    const depth = indent.length / 4;
    parents.splice(depth, parents.length, part);
    return methods
      .split(', ')
      .filter((method) => method === 'GET' || method === 'POST')
      .map((method) => `${method.toLowerCase()} ${parents.join('')}`);
  });
}

it('describes all routes below /api, and no others', () => {
  const served = servedRoutes().filter((route) => route.includes(' /api/') && !route.includes('/api/docs'));
  const described = operations
    .map(([method, path]) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`)
    .filter((route) => route.includes('/api/'));
  expect(served.length).toBeGreaterThan(60);
  expect([...new Set(described)].sort()).toEqual(served.sort());
});

/** Resolves a `$ref`. */
function resolved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(resolved);
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value) {
    const [kind = '', name = ''] = String(value.$ref).replace('#/components/', '').split('/');
    return resolved(description.components[kind as 'schemas' | 'responses'][name]);
  }
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, resolved(inner)]));
}

function expectDescribed(operation: Operation, status: number, body: unknown): void {
  const answer = resolved(operation.responses[status]) as Answer | undefined;
  expect(answer, `${operation.operationId} does not describe ${status}`).toBeDefined();
  const schema = answer?.content?.['application/json']?.schema;
  expect(z.fromJSONSchema(schema ?? {}).safeParse(body).error).toBeUndefined();
}

const token = { authorization: 'Bearer a-token-of-operators' };

/** All object schemas within a schema, itself included. */
function objectsIn(schema: unknown): Schema[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const inner = Object.values(schema).flatMap(objectsIn);
  return 'properties' in schema ? [schema as Schema, ...inner] : inner;
}

it.each(posts.filter(([, , { operationId }]) => operationId in calls || operationId.startsWith('zoho_')))(
  '%s %s: unknown fields are allowed, also in nested objects',
  (_method, _path, operation) => {
    const objects = Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) =>
      objectsIn(schema),
    );
    expect(objects.length).toBeGreaterThan(0);
    for (const object of objects) expect(object.additionalProperties).toBe(true);
  },
);

describe('real responses match the document', () => {
  it.each(posts)(
    '%s %s: invalid JSON, wrong content type, body too large',
    async (_method, path, operation) => {
      const send = () => http.post(path).set(token);
      for (const [status, answer] of [
        [400, await send().set('content-type', 'application/json').send('{"a":')],
        [415, await send().set('content-type', 'text/plain').send('hello')],
        [413, await send().send({ message: 'x'.repeat(40_000) })],
      ] as const) {
        expect(answer.status).toBe(status);
        expectDescribed(operation, answer.status, answer.body);
      }
    },
  );

  it.each(operations.filter(([, path]) => path.startsWith('/api/') && !path.includes('{')))(
    '%s %s: the example of the document',
    async (method, path, operation) => {
      const example = operation.requestBody?.content['application/json']?.example;
      const query = Object.fromEntries(
        (operation.parameters ?? []).map(({ name, example: value }) => [name, value]),
      );
      const answer =
        method === 'get'
          ? await http.get(path).query(query)
          : await http
              .post(path)
              .set(token)
              .send(example as object);
      expect(answer.status).toBeLessThan(500);
      expectDescribed(operation, answer.status, answer.body);
    },
  );

  it('rate limits, upstream failures, unknown ids and a missing token', async () => {
    const { get } = description.paths['/api/blog'] ?? {};
    await site.fault({ kind: 'http_500', times: 1, calls: ['blog'] });
    const failed = await http.get('/api/blog').query({ search_val: 'nothing kept' });
    expect(failed.status).toBe(502);
    if (get) expectDescribed(get, 502, failed.body);
    const receipt = description.paths['/api/receipts/{token}']?.get;
    const missing = await http.get(`/api/receipts/${'0'.repeat(40)}`);
    expect(missing.status).toBe(404);
    if (receipt) expectDescribed(receipt, 404, missing.body);
    const purge = description.paths['/api/cache/purge']?.post;
    const refused = await http.post('/api/cache/purge').send({});
    expect(refused.status).toBe(401);
    if (purge) expectDescribed(purge, 401, refused.body);
    const ready = description.paths['/readyz']?.get;
    if (ready) expectDescribed(ready, 200, (await http.get('/readyz')).body);
    const contact = description.paths['/api/contact_us']?.post;
    let limited = await http.post('/api/contact_us').send({});
    for (let sent = 0; sent < 100 && limited.status !== 429; sent += 1)
      limited = await http.post('/api/contact_us').send({});
    expect(limited.status).toBe(429);
    expect(limited.headers['retry-after']).toMatch(/^\d+$/);
    if (contact) expectDescribed(contact, 429, limited.body);
    expect([get, receipt, purge, ready, contact]).not.toContain(undefined);
  });
});
