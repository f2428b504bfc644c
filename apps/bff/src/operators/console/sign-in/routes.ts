/** Sign-in, second factor, step-up and sign-out. */
import { type SecondFactor, type SignedIn, signedIn } from '@meridian/contracts/operators/console/operators';
import { z } from 'zod';
import { databaseNow } from '../../../platform/database/clock.ts';
import { HttpProblem } from '../../../platform/http/problems/errors.ts';
import { acceptInvitation } from '../../accounts/accept-invitation.ts';
import { findInvitation } from '../../accounts/invitations.ts';
import { minPasswordLength } from '../../accounts/session-limits.ts';
import { proveByCode, signIn, unlessRefused } from '../../accounts/sign-in.ts';
import { useCode } from '../../accounts/used-codes.ts';
import { type ConsoleCall, route } from '../server/route.ts';
import { oidcRoutes } from './oidc-routes.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import { recordStart } from './record-start.ts';
import { sessionRoutes } from './session-routes.ts';

const code = z.string().regex(/^\d{6}$/, { error: 'Enter six digits' });
const token = z.string().regex(/^[\w-]{43}$/, { error: 'This link is incomplete. Copy the whole link.' });
const notSignedIn = () =>
  new HttpProblem(
    401,
    'Email, password or code is wrong. If all three are right, wait a minute and try again.',
  );
const notOpen = () =>
  new HttpProblem(404, 'This invitation has expired. Ask for a new one: "ops operators invite".');
const wrongCode = () =>
  new HttpProblem(401, 'The code is wrong or has already been used. Wait for the next one.');

function sessionOf({ session, deps }: ConsoleCall): SignedIn {
  const { operator, ready, steppedUpUntil, byOidc } = session();
  return {
    operator,
    enrolling: !ready,
    by_oidc: byOidc,
    sends_emails: deps.health.sendsMail,
    stepped_up_until: steppedUpUntil?.toISOString() ?? null,
  };
}

const passwordRoutes = [
  route({
    method: 'POST',
    path: '/session',
    access: 'public',
    body: z.object({ email: z.email().max(254), password: z.string().min(1).max(128), code }),
    async handle(call) {
      const { deps, body, headers, relayCookies, ip } = call;
      const result = await signIn(deps, body, headers, ip);
      if (!result) throw notSignedIn();
      await recordStart(call, result.operatorId, body.email.toLowerCase(), 'password and code');
      relayCookies(result.headers);
      return {};
    },
  }),
  route({
    method: 'GET',
    path: '/session',
    access: 'enrolling',
    answer: signedIn,
    handle: async (call): Promise<SignedIn> => sessionOf(call),
  }),
  route({
    method: 'POST',
    path: '/session/end',
    access: 'enrolling',
    async handle({ deps, headers, relayCookies, recordUse, session }) {
      const answer = await deps.auth.api.signOut({ headers, returnHeaders: true });
      await recordUse({ action: 'session.end', subject: { kind: 'operator', id: session().operator.id } });
      relayCookies(answer.headers);
      return {};
    },
  }),
  route({
    method: 'POST',
    path: '/step-up',
    access: 'viewer',
    body: z.object({ code }),
    async handle({ deps, body, session }) {
      if (!(await proveByCode(deps, session(), body.code))) throw wrongCode();
      return {};
    },
  }),
];

const invitationRoutes = [
  route({
    method: 'POST',
    path: '/invitations/look',
    access: 'public',
    body: z.object({ token }),
    async handle({ deps, body }) {
      const invitation = await findInvitation(deps.database, body.token);
      if (!invitation) throw notOpen();
      return invitation;
    },
  }),
  route({
    method: 'POST',
    path: '/invitations/accept',
    access: 'public',
    body: z.object({
      token,
      name: z.string().trim().min(1).max(100),
      password: z
        .string()
        .min(minPasswordLength, { error: `Enter at least ${minPasswordLength} characters` })
        .max(128),
    }),
    async handle({ deps, body, headers, relayCookies }): Promise<SecondFactor> {
      const enrolled = await acceptInvitation(deps, body, headers);
      if (!enrolled) throw notOpen();
      relayCookies(enrolled.headers);
      return { totp_uri: enrolled.totpUri };
    },
  }),
  route({
    method: 'POST',
    path: '/second-factor',
    access: 'enrolling',
    body: z.object({ code }),
    async handle(call) {
      const { deps, body, headers, relayCookies, session } = call;
      const { operator, ready } = session();
      if (ready) throw new HttpProblem(409, 'The second factor is set up already.');
      const answer = await unlessRefused(
        deps.auth.api.verifyTOTP({ body: { code: body.code }, headers, returnHeaders: true }),
      );
      if (!answer) throw wrongCode();
      await useCode(deps.database, operator.id, body.code);
      // Updates all sessions of the operator: the only one is the session that better-auth has just created.
      await deps.database
        .updateTable('operator_sessions')
        .set({ stepped_up_at: databaseNow })
        .where('user_id', '=', operator.id)
        .execute();
      await recordStart(call, operator.id, operator.email, 'second factor set up');
      relayCookies(answer.headers);
      return {};
    },
  }),
];

export const signInRoutes = [
  ...passwordRoutes,
  ...invitationRoutes,
  ...passkeyRoutes,
  ...oidcRoutes,
  ...sessionRoutes,
];
