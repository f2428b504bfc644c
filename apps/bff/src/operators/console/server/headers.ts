/** Headers of the console: nothing from elsewhere, and nothing of it elsewhere (ASVS 5, 3.4). */
import type { ConsoleSettings } from '../../accounts/settings.ts';

const policy = [
  "default-src 'none'",
  "base-uri 'none'",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "img-src 'self' data:",
  "script-src 'self'",
  "style-src 'self'",
  // Positions of virtual rows.
  "style-src-attr 'unsafe-inline'",
  "require-trusted-types-for 'script'",
].join(';');

export function consoleHeaders({ url, appEnv }: Pick<ConsoleSettings, 'url' | 'appEnv'>) {
  return {
    'content-security-policy': policy,
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
