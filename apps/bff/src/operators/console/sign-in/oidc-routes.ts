/** Sign-in by the identity provider, if one is set. */
import { z } from 'zod';
import { HttpProblem } from '../../../platform/http/problems/errors.ts';
import { beginOidc, finishOidc } from '../../accounts/oidc.ts';
import { route } from '../server/route.ts';
import { recordStart } from './record-start.ts';

const notThere = () =>
  new HttpProblem(502, 'The identity provider cannot be reached. Try again, or sign in here.');
const notSet = () => new HttpProblem(404, 'No identity provider is configured.');
const notIn = () =>
  new HttpProblem(401, 'No account for this sign-in. Ask an admin to invite this email address.');

export const oidcRoutes = [
  route({
    method: 'GET',
    path: '/session/oidc',
    access: 'public',
    answer: z.object({ name: z.string().nullable() }),
    handle: async ({ deps }): Promise<{ name: string | null }> => ({
      name: deps.settings.oidc?.name ?? null,
    }),
  }),
  route({
    method: 'POST',
    path: '/session/oidc/begin',
    access: 'public',
    async handle({ deps, headers, relayCookies }): Promise<{ url: string }> {
      if (!deps.settings.oidc) throw notSet();
      const auth = await deps.openOidc();
      const begun = auth && (await beginOidc(auth, headers));
      if (!begun?.response.url) throw notThere();
      relayCookies(begun.headers);
      return { url: begun.response.url };
    },
  }),
  route({
    method: 'POST',
    path: '/session/oidc',
    access: 'public',
    body: z.object({
      code: z.string().min(1).max(4_096),
      state: z.string().min(1).max(512),
      iss: z.string().max(512).optional(),
    }),
    async handle(call) {
      const { deps, body, headers, relayCookies } = call;
      if (!deps.settings.oidc) throw notSet();
      const auth = await deps.openOidc();
      if (!auth) throw notThere();
      const result = await finishOidc({ auth, database: deps.database }, body, headers);
      if (!result) throw notIn();
      await recordStart(call, result.operator.id, result.operator.email, 'identity provider');
      relayCookies(result.headers);
      return {};
    },
  }),
];
