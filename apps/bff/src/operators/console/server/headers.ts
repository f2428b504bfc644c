/**
 * Security headers of the console. Its pages load nothing from other origins, except one request to the site,
 * and cannot be embedded (ASVS 5, 3.4).
 */
import type { ConsoleSettings } from '../../accounts/settings.ts';

const policyFor = (publicUrl: string): string =>
  [
    "default-src 'none'",
    "base-uri 'none'",
    // The set-up page checks that browsers reach the site.
    `connect-src 'self' ${publicUrl}`,
    "font-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "img-src 'self' data:",
    "script-src 'self'",
    "style-src 'self'",
    // For the positions of virtual rows.
    "style-src-attr 'unsafe-inline'",
    "require-trusted-types-for 'script'",
  ].join(';');

export function consoleHeaders({
  url,
  appEnv,
  publicUrl,
}: Pick<ConsoleSettings, 'url' | 'appEnv'> & { publicUrl: string }) {
  return {
    'content-security-policy': policyFor(publicUrl),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy':
      'camera=(), microphone=(), geolocation=(), payment=(), publickey-credentials-get=(self), publickey-credentials-create=(self)',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex',
    ...(appEnv === 'production' &&
      url.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}
