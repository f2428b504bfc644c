/** Builds the OpenAPI document of the console's API from the table of routes and the contracts of actions. */

import { actionNames, actions } from '@meridian/contracts/operators/actions';
import { instance } from '@meridian/contracts/site/instance';
import { z } from 'zod';
import { operationOf } from '../../../platform/api-docs/operation.ts';
import type { CallDescription, Json } from '../../../platform/http/call-description.ts';
import { sessionCookie } from '../../accounts/session-cookie.ts';
import type { ConsoleRoute } from './route.ts';

const problem = z
  .object({
    status: z.literal(0),
    message: z.string(),
    errors: z.record(z.string(), z.array(z.string())).optional(),
  })
  .describe('Refused: not signed in, not allowed, or not possible');

const answersWith = (data: z.ZodType): CallDescription['response'] => ({
  200: z.object({ status: z.literal(1), message: z.string(), data }).describe('Done'),
  '4XX': problem,
});

const fileAnswer: CallDescription['response'] = {
  200: {
    description: 'The file',
    content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
  },
  '4XX': problem,
};

const keyParameter: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'A repeated request with the same key has no second effect.',
  schema: { type: 'string', format: 'uuid' },
};

const pathParameters = (path: string): Json[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));

const idOf = (method: string, path: string) =>
  [method.toLowerCase(), ...path.split(/\W+/).filter((part) => part !== '')].join('_');

const firstPart = (path: string) => path.split(/[/.]/)[1] ?? '';

function routeCall({ method, path, access, stepUp, query, body, answer }: ConsoleRoute): CallDescription {
  return {
    tags: [firstPart(path)],
    operationId: idOf(method, path),
    summary: `${method} ${path}`,
    description: `Access: ${access}.${stepUp ? ' Requires a step-up within the last five minutes.' : ''}`,
    parameters: pathParameters(path),
    ...(query && { query }),
    ...(body && { body }),
    response: answer === 'file' ? fileAnswer : answersWith(answer ?? z.unknown()),
  };
}

function actionCalls(): [path: string, call: CallDescription][] {
  return actionNames.flatMap((name): [string, CallDescription][] => {
    const { title, role, stepUp, input, result } = actions[name];
    const path = `/actions/${name}`;
    const needs =
      stepUp === false ? '' : ' Requires a step-up within the last five minutes, or may require it.';
    const call = {
      tags: [name.split('.')[0] ?? ''],
      summary: title,
      description: `Role: ${[role].flat().join(' or ')}.${needs}`,
      body: input,
    };
    return [
      [
        path,
        {
          ...call,
          operationId: idOf('post', path),
          parameters: [keyParameter],
          response: answersWith(result),
        },
      ],
      [
        `${path}/preview`,
        {
          ...call,
          operationId: idOf('post', `${path}/preview`),
          summary: `Preview: ${title}`,
          response: answersWith(result.partial()),
        },
      ],
    ];
  });
}

/** @param options.url origin of the console @param options.prefix prefix of every path */
export function describeConsole(
  routes: readonly ConsoleRoute[],
  { url, prefix }: { url: string; prefix: string },
): Json {
  const paths: Record<string, Json> = {};
  const add = (method: string, path: string, call: CallDescription) => {
    const address = `${prefix}${path.replace(/:(\w+)/g, '{$1}')}`;
    paths[address] = { ...paths[address], [method]: operationOf(call) };
  };
  for (const route of routes) add(route.method.toLowerCase(), route.path, routeCall(route));
  for (const [path, call] of actionCalls()) add('post', path, call);
  return {
    openapi: '3.1.0',
    info: {
      title: `${instance().name} console API`,
      version: '1.0.0',
      description:
        'Every response is {status, message, data}: status 1 is success, 0 is a refusal with a message for the operator. ' +
        'Unknown fields of an action are refused. A preview changes nothing.',
    },
    servers: [{ url }],
    security: [{ session: [] }],
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookie(url),
          description: 'Cookie of POST /session',
        },
      },
    },
  };
}
