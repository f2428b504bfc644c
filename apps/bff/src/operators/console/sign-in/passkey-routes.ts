/** Adds passkeys, and signs operators in with them. */
import { instance } from '@meridian/contracts/site/instance';
import { z } from 'zod';
import { HttpProblem } from '../../../platform/http/problems/errors.ts';
import type { Auth } from '../../accounts/auth.ts';
import { endSession, markSteppedUp, unlessRefused } from '../../accounts/sign-in.ts';
import { route } from '../server/route.ts';
import { recordStart } from './record-start.ts';

type PasskeyAnswer = NonNullable<
  Parameters<Auth['api']['verifyPasskeyAuthentication']>[0]
>['body']['response'];
/** The library validates the content. */
const passkeyAnswer = z.custom<PasskeyAnswer>((value) => typeof value === 'object' && value !== null);

export const passkeyRoutes = [
  route({
    method: 'POST',
    path: '/passkeys/options',
    access: 'viewer',
    stepUp: true,
    async handle({ deps, headers, relayCookies }) {
      const answer = await deps.auth.api.generatePasskeyRegistrationOptions({ headers, returnHeaders: true });
      relayCookies(answer.headers);
      const { response } = answer;
      return { ...response, rp: { ...response.rp, name: instance().name } };
    },
  }),
  route({
    method: 'POST',
    path: '/passkeys',
    access: 'viewer',
    stepUp: true,
    body: z.object({
      name: z.string().trim().max(60).default('Passkey'),
      response: z.record(z.string(), z.unknown()),
    }),
    async handle({ deps, body, headers, relayCookies, recordUse, session }) {
      const answer = await unlessRefused(
        deps.auth.api.verifyPasskeyRegistration({ body, headers, returnHeaders: true }),
      );
      if (!answer) throw new HttpProblem(400, 'The passkey could not be added. Please try again.');
      await recordUse({
        action: 'operator.passkey',
        subject: { kind: 'operator', id: session().operator.id },
      });
      relayCookies(answer.headers);
      return {};
    },
  }),
  route({
    method: 'POST',
    path: '/session/passkey/options',
    access: 'public',
    async handle({ deps, relayCookies }) {
      const answer = await deps.auth.api.generatePasskeyAuthenticationOptions({
        headers: new Headers(),
        returnHeaders: true,
      });
      relayCookies(answer.headers);
      return { ...answer.response, userVerification: 'required' };
    },
  }),
  route({
    method: 'POST',
    path: '/session/passkey',
    access: 'public',
    body: z.object({ response: passkeyAnswer }),
    async handle(call) {
      const { deps, body, headers, relayCookies } = call;
      const answer = await unlessRefused(
        deps.auth.api.verifyPasskeyAuthentication({ body, headers, returnHeaders: true }),
      );
      if (!answer) throw new HttpProblem(401, 'Unknown passkey.');
      const { session, user } = answer.response;
      const operator = await deps.database
        .selectFrom('operators')
        .select('two_factor_enabled')
        .where('id', '=', user.id)
        .executeTakeFirst();
      if (!operator?.two_factor_enabled) {
        await endSession(deps.database, session.token);
        throw new HttpProblem(401, 'Unknown passkey.');
      }
      await markSteppedUp(deps.database, session.token);
      await recordStart(call, user.id, user.email, 'passkey');
      relayCookies(answer.headers);
      return {};
    },
  }),
];
