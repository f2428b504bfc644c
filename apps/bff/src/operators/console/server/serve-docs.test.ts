import { actionNames } from '@meridian/contracts/operators/actions';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { useConsole } from '../../../../testing/console/console-stack.ts';
import { stampInstance } from '../../../platform/database/instance.ts';
import { consoleApi, consoleRoutes } from '../console-routes.ts';

const { app, call, operator, database } = await useConsole();
await stampInstance(database, { appEnv: 'demo', digests: {} });
const { cookie } = await operator('admin');
const open = (path: string, headers: Record<string, string> = { cookie }) =>
  app.inject({
    url: `${consoleApi}/docs${path}`,
    headers: { host: 'localhost:3001', 'sec-fetch-site': 'same-origin', ...headers },
  });

const { body: source } = await open('/openapi.json');
const { paths, components } = JSON.parse(source);

it('is shown only to signed-in operators', async () => {
  for (const path of ['', '/', '/openapi.json', '/js/scalar.js'])
    expect((await open(path, {})).statusCode).toBe(401);
  const page = await open('/');
  expect(page).toMatchObject({ statusCode: 200, headers: { 'cache-control': 'no-store' } });
  expect(page.headers['content-type']).toContain('text/html');
  expect(page.headers['content-security-policy']).toContain("script-src 'self' 'sha256-");
  expect((await open('')).headers.location).toBe(`${consoleApi}/docs/`);
  expect((await open('/nothing')).statusCode).toBe(404);
});

it('is valid OpenAPI, and describes every route and every action', async () => {
  const config = await createConfig({
    extends: ['spec'],
    rules: { 'operation-operationId-unique': 'error', 'path-parameters-defined': 'error' },
  });
  expect(await lintFromString({ source, config })).toEqual([]);
  const described = Object.entries(paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const served = [
    ...consoleRoutes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`),
    ...actionNames.flatMap((name) => [`POST /actions/${name}`, `POST /actions/${name}/preview`]),
  ].map((route) => route.replace(' ', ` ${consoleApi}`));
  expect(described.toSorted()).toEqual(served.toSorted());
});

it('names the cookie of a session', () => {
  expect(cookie).toContain(`${components.securitySchemes.session.name}=`);
});

/** GET routes without an id in the path and without required query fields. */
const plain = consoleRoutes.filter(
  ({ method, answer, path, query }) =>
    method === 'GET' && answer && !path.includes(':') && query?.safeParse({}).success !== false,
);

it.each(plain)('the response of $path matches its schema', async ({ path }) => {
  const { status, json } = await call('GET', path, { cookie });
  expect(status).toBe(200);
  const { schema } = paths[`${consoleApi}${path}`].get.responses[200].content['application/json'];
  expect(z.fromJSONSchema(schema).safeParse(json).error).toBeUndefined();
});
