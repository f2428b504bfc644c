/**
 * `/unsubscribe/<token>`: GET shows a button and changes nothing, because mail scanners open links. POST
 * unsubscribes, from the button or from a mail program (RFC 8058), which sends no cookies and may use any
 * content type.
 *
 * `/consent/<token>` works in the same way: GET shows a button, POST confirms the consent.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isToken, keepPrivate } from '../../platform/http/private-answers.ts';
import { confirmConsents, readConsentLink } from './confirm-consents.ts';
import { type OptOutDependencies, unsubscribe } from './opt-out.ts';
import { readUnsubscribeLink } from './unsubscribe-links.ts';
import { unsubscribePage, unsubscribePolicy } from './unsubscribe-page.ts';

export const unsubscribeRoute = '/unsubscribe/:token';
const bodyLimitBytes = 4 * 1024;

interface ByToken {
  Params: { token: string };
}

export interface UnsubscribeOptions extends OptOutDependencies {
  /** Legal name and address of the supplier, for the footer. */
  company: string | undefined;
}

function sendPage(
  reply: FastifyReply,
  { company }: UnsubscribeOptions,
  state: Parameters<typeof unsubscribePage>[0],
  address?: string,
) {
  return keepPrivate(reply)
    .code(state === 'unknown' ? 404 : 200)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', unsubscribePolicy())
    .send(unsubscribePage(state, company, address));
}

async function show(deps: UnsubscribeOptions, token: string, reply: FastifyReply) {
  const link = isToken(token) ? await readUnsubscribeLink(deps.database, token) : undefined;
  if (!link) return sendPage(reply, deps, 'unknown');
  return sendPage(reply, deps, link.ended ? 'ended' : 'open', link.address);
}

async function showConsent(deps: UnsubscribeOptions, token: string, reply: FastifyReply) {
  const link = isToken(token) ? await readConsentLink(deps.database, token) : undefined;
  return sendPage(reply, deps, link?.state ?? 'unknown', link?.address);
}

export function unsubscribeRoutes(app: FastifyInstance, deps: UnsubscribeOptions): void {
  app.register(async (scope) => {
    // The body is ignored, because the token in the URL authorises the request.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null, undefined));
    scope.get<ByToken>(unsubscribeRoute, ({ params }, reply) => show(deps, params.token, reply));
    scope.post<ByToken>(unsubscribeRoute, { bodyLimit: bodyLimitBytes }, async ({ params, log }, reply) => {
      if (isToken(params.token) && (await unsubscribe(deps, params.token)))
        log.info('an address was unsubscribed by its link');
      return show(deps, params.token, reply);
    });
    scope.get<ByToken>('/consent/:token', ({ params }, reply) => showConsent(deps, params.token, reply));
    scope.post<ByToken>('/consent/:token', { bodyLimit: bodyLimitBytes }, async ({ params }, reply) => {
      if (isToken(params.token)) await confirmConsents(deps.database, params.token);
      return showConsent(deps, params.token, reply);
    });
  });
}
