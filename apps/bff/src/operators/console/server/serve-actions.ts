/** The routes of all actions, from their contracts: `POST …/actions/<name>`, and `…/preview`. */

import { type ActionName, actionNames } from '@meridian/contracts/operators/actions';
import { uuid } from '@meridian/contracts/uuid';
import type { FastifyInstance } from 'fastify';
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

export function serveActions(app: FastifyInstance, prefix: string, console: OpenConsole): void {
  const config = { rateLimit: rateLimits.session };
  const url = (name: ActionName) => `${prefix}/actions/${name}`;
  for (const name of actionNames) {
    app.post(url(name), { config }, async (request, reply) => {
      const { deps, session } = await openCall(console, { access: 'viewer' }, request, reply);
      const key = readKey(request.headers['idempotency-key']);
      const call = { actor: toActor(session()), key, requestId: request.id };
      const data = await deps.actions.execute(name, request.body ?? {}, call);
      return { status: 1, message: 'OK', data };
    });
    app.post(`${url(name)}/preview`, { config }, async (request, reply) => {
      const { deps, session } = await openCall(console, { access: 'viewer' }, request, reply);
      const data = await deps.actions.preview(name, request.body ?? {}, toActor(session()));
      return { status: 1, message: 'OK', data };
    });
  }
}
