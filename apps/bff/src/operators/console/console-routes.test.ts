import { expect, it } from 'vitest';
import { consoleRoutes } from './console-routes.ts';

/** What an operator changes is an action or an operation, except for these. */
const posts = {
  /** Before there is an actor, or about the session itself. */
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
  /** Reads that leave an entry in the audit log. */
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

it('takes changes as actions, except for a list of routes', () => {
  const paths = ofMethod('POST').map(({ path }) => path);
  expect(paths.toSorted()).toEqual(Object.values(posts).flat().toSorted());
});

it('asks for a code before every export', () => {
  const exports = ofMethod('POST').filter(({ path }) => posts.exports.includes(path));
  expect(exports.map(({ stepUp }) => stepUp)).toEqual(posts.exports.map(() => true));
});
