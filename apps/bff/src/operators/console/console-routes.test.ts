import { expect, it } from 'vitest';
import { consoleRoutes } from './console-routes.ts';

/** Changes are actions or operations, except for these routes. */
const posts = {
  /** Without an actor, or about the sessions and the passkeys of operators. */
  signIn: [
    '/invitations/accept',
    '/invitations/look',
    '/passkeys',
    '/passkeys/options',
    '/step-up',
    '/second-factor',
    '/session',
    '/session/end',
    '/session/oidc',
    '/session/oidc/begin',
    '/session/passkey',
    '/session/passkey/options',
    '/sessions/end',
  ],
  ownSettings: ['/views', '/views/:id/delete'],
  /** Reads with an audit entry. */
  exports: [
    '/batches/:id/attendees',
    '/documents/export',
    '/export',
    '/leads/export',
    '/orders/export',
    '/reconciliation/export',
  ],
};

const ofMethod = (method: string) => consoleRoutes.filter((route) => route.method === method);

it('has only actions and the listed routes for changes', () => {
  const paths = ofMethod('POST').map(({ path }) => path);
  expect(paths.toSorted()).toEqual(Object.values(posts).flat().toSorted());
});

it('requires a step-up for every export', () => {
  const exports = ofMethod('POST').filter(({ path }) => posts.exports.includes(path));
  expect(exports.map(({ stepUp }) => stepUp)).toEqual(posts.exports.map(() => true));
});
