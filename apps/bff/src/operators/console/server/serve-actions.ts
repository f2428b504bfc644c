/** The routes of all actions, from their contracts: `POST …/actions/<name>`, and `…/preview`. */

import { type ActionName, actionNames, actions } from '@meridian/contracts/operators/actions';
import type { ActionContract } from '@meridian/contracts/operators/actions/action';
import { uuid } from '@meridian/contracts/uuid';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  backgroundDeadlines,
  servingDeadlines,
  withDeadlines,
} from '../../../platform/database/connection/deadlines.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { ConsoleSession } from '../../accounts/session.ts';
import type { Actor } from '../../actions/action.ts';
import { type OpenConsole, openCall, rateLimits } from './serve-call.ts';

function readKey(header: unknown): string {
  const key = uuid.safeParse(header);
  if (key.success) return key.data;
  throw new Refusal('invalid', 'key_invalid', 'The header Idempotency-Key must be a UUID.');
}

function toActor({ operator, steppedUpUntil }: ConsoleSession): Actor {
  const { id, email, role } = operator;
  return { id, email, role, isSteppedUp: steppedUpUntil !== null };
}

/**
 * Returns the route options of an action that takes a file: a larger body, only with a session, and longer
 * deadlines for its statements.
 */
function fileOptions(name: ActionName, console: OpenConsole) {
  const { maxBodyBytes }: Pick<ActionContract, 'maxBodyBytes'> = actions[name];
  if (maxBodyBytes === undefined) return { route: {}, deadlines: servingDeadlines };
  const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await openCall(console, { access: 'viewer' }, request, reply);
  };
  return { route: { bodyLimit: maxBodyBytes, onRequest }, deadlines: backgroundDeadlines };
}

export function serveActions(app: FastifyInstance, prefix: string, console: OpenConsole): void {
  const config = { rateLimit: rateLimits.session };
  const url = (name: ActionName) => `${prefix}/actions/${name}`;
  for (const name of actionNames) {
    const { route, deadlines } = fileOptions(name, console);
    app.post(url(name), { config, ...route }, async (request, reply) => {
      const { deps, session } = await openCall(console, { access: 'viewer' }, request, reply);
      const key = readKey(request.headers['idempotency-key']);
      const call = { actor: toActor(session()), key, requestId: request.id };
      const data = await withDeadlines(deadlines, () => deps.actions.execute(name, request.body ?? {}, call));
      return { status: 1, message: 'OK', data };
    });
    app.post(`${url(name)}/preview`, { config, ...route }, async (request, reply) => {
      const { deps, session } = await openCall(console, { access: 'viewer' }, request, reply);
      const actor = toActor(session());
      const data = await withDeadlines(deadlines, () =>
        deps.actions.preview(name, request.body ?? {}, actor),
      );
      return { status: 1, message: 'OK', data };
    });
  }
}
