/** Compares our constant security headers with those of helmet. */
import helmet from '@fastify/helmet';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { type Headers, type SecuritySettings, securityHeaders } from './security-headers.ts';

const razorpay = {
  apiUrl: 'https://api.razorpay.com',
  checkoutUrl: 'https://checkout.razorpay.com/v1/checkout.js',
};
const inline = { scripts: ['start()'], styles: ['p { color: red }'] };

function directivesOf({ 'content-security-policy': policy = '' }: Headers): Record<string, string[]> {
  return Object.fromEntries(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );
}

/** Headers that helmet adds to this kind of response. */
async function helmetHeaders(kind: Headers, appEnv: SecuritySettings['appEnv'], isMedia: boolean) {
  const app = fastify();
  await app.register(helmet, {
    global: true,
    contentSecurityPolicy: { useDefaults: false, directives: directivesOf(kind) },
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: isMedia ? 'cross-origin' : 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    frameguard: { action: 'deny' },
    // Obsolete header, which would be sent with every response.
    dnsPrefetchControl: false,
    ieNoOpen: false,
    originAgentCluster: false,
    permittedCrossDomainPolicies: false,
    xssFilter: false,
    hsts: appEnv === 'production' && { maxAge: 365 * 24 * 60 * 60, includeSubDomains: true },
  });
  app.get('/', (_request, reply) => reply.send());
  const { headers } = await app.inject('/');
  await app.close();
  const { 'content-length': _length, date: _date, connection: _connection, ...added } = headers;
  return added;
}

const ownNames = ['permissions-policy', 'reporting-endpoints'];
const withoutOwn = (kind: Headers) =>
  Object.fromEntries(Object.entries(kind).filter(([name]) => !ownNames.includes(name)));
const plainNames = [
  'content-security-policy',
  'cross-origin-resource-policy',
  'strict-transport-security',
  'x-content-type-options',
];

it.each(['demo', 'staging', 'production'] as const)(
  'in %s the headers are the same as those of helmet',
  async (appEnv) => {
    const { document, checkout, api, media, docs } = securityHeaders({ appEnv, razorpay }, inline);
    for (const kind of [document, checkout, docs(['show()'])])
      expect(withoutOwn(kind)).toEqual(await helmetHeaders(kind, appEnv, false));
    for (const kind of [api, media]) {
      const all = await helmetHeaders(kind, appEnv, kind === media);
      expect(kind).toEqual(
        Object.fromEntries(Object.entries(all).filter(([name]) => plainNames.includes(name))),
      );
    }
  },
);
