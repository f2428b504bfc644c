import { createHash } from 'node:crypto';
import type { Analytics } from '../settings/site.ts';

export type Headers = Readonly<Record<string, string>>;

/** Headers per kind of response, computed once from the settings. */
export interface SecurityHeaders {
  document: Headers;
  /** Documents that may load the payment widget. */
  checkout: Headers;
  api: Headers;
  /**
   * Images and files, including those of the web app. They have no permissions if they are opened directly.
   */
  media: Headers;
  /** API reference. @param scripts contents of its inline scripts */
  docs(scripts: readonly string[]): Headers;
}

export interface SecuritySettings {
  appEnv: 'demo' | 'staging' | 'production';
  razorpay: { apiUrl: string; checkoutUrl: string };
  /** False if subdomains of the site may answer over http. */
  hstsSubdomains?: boolean;
  /** Analytics services, which run in a frame after consent. */
  analytics?: Analytics | undefined;
}

/** Texts of the inline elements that documents may contain. */
export interface InlineTexts {
  scripts: readonly string[];
  styles: readonly string[];
}

/** Hosts that Razorpay's widget uses, besides the host of its script. The sandbox needs none. */
const razorpayHosts = {
  script: ['https://cdn.razorpay.com'],
  connect: ['https://lumberjack.razorpay.com', 'https://lumberjack-metrics.razorpay.com'],
};

const sourceHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

type Directives = Record<string, string[]>;

/** CSP report endpoint. */
export const cspReportPath = '/api/csp-reports';
const reportGroup = 'csp';

function documentPolicy(
  { appEnv, analytics }: SecuritySettings,
  { scripts, styles }: InlineTexts,
): Directives {
  return {
    'default-src': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'none'"],
    'form-action': ["'self'"],
    'script-src': ["'self'", ...scripts.map(sourceHash)],
    'script-src-attr': ["'none'"],
    'style-src': ["'self'", ...styles.map(sourceHash)],
    // Style attributes of server-rendered pages, for example the width of a rating.
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'https:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'frame-src': [analytics ? "'self'" : "'none'"],
    'worker-src': ["'none'"],
    ...(appEnv === 'production' && { 'upgrade-insecure-requests': [] }),
    'report-uri': [cspReportPath],
    'report-to': [reportGroup],
  };
}

/** Adds the payment widget's sources to a document's policy. */
function checkoutPolicy(policy: Directives, { razorpay, analytics }: SecuritySettings): Directives {
  const api = new URL(razorpay.apiUrl).origin;
  const widget = new URL(razorpay.checkoutUrl).origin;
  const real = new URL(widget).hostname.endsWith('.razorpay.com');
  const withSources = (name: string, ...sources: string[]) => ({
    [name]: [...new Set([...(policy[name] ?? []), ...sources])],
  });
  return {
    ...policy,
    ...withSources('script-src', widget, ...(real ? razorpayHosts.script : [])),
    ...withSources('img-src', widget),
    ...withSources('connect-src', widget, api, ...(real ? razorpayHosts.connect : [])),
    // As a fallback of the dialog, the widget posts a form to Razorpay's page.
    ...withSources('form-action', widget, api),
    'frame-src': [...new Set([...(analytics ? ["'self'"] : []), widget, api])],
  };
}

/** Hosts from the documentation of Google and Meta. */
const analyticsHosts = {
  ga4: {
    scripts: ['https://www.googletagmanager.com'],
    reports: [
      'https://*.google-analytics.com',
      'https://*.analytics.google.com',
      'https://www.googletagmanager.com',
    ],
  },
  meta: { scripts: ['https://connect.facebook.net'], reports: ['https://www.facebook.com'] },
} as const;

/** Headers of the frame in which the analytics services run. */
export function analyticsHeaders(
  settings: Pick<SecuritySettings, 'appEnv' | 'hstsSubdomains'>,
  { ga4, meta }: Analytics,
): Headers {
  const used = [
    ...(ga4 === undefined ? [] : [analyticsHosts.ga4]),
    ...(meta === undefined ? [] : [analyticsHosts.meta]),
  ];
  const reports = used.flatMap((hosts) => hosts.reports);
  return {
    ...headersWith(settings, {
      'default-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
      'frame-ancestors': ["'self'"],
      'script-src': ["'self'", ...used.flatMap((hosts) => hosts.scripts)],
      'img-src': reports,
      'connect-src': reports,
    }),
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'strict-origin',
  };
}

const nothing = { 'default-src': ["'none'"], 'base-uri': ["'none'"], 'frame-ancestors': ["'none'"] };
const mediaPolicy = { ...nothing, 'style-src': ["'unsafe-inline'"], sandbox: [] };

/** The script of the API reference injects styles. */
const docsPolicy = (scripts: readonly string[]): Directives => ({
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'script-src': ["'self'", ...scripts.map(sourceHash)],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'https:'],
  'font-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'frame-ancestors': ["'none'"],
});

const textOf = (directives: Directives) =>
  Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join(';');

/** The headers that helmet would send with these settings; `helmet.test.ts` compares them. */
function headersWith(
  { appEnv, hstsSubdomains = true }: Pick<SecuritySettings, 'appEnv' | 'hstsSubdomains'>,
  directives: Directives,
  resources: 'same-origin' | 'cross-origin' = 'same-origin',
): Headers {
  return {
    'content-security-policy': textOf(directives),
    // Razorpay opens the pages of banks as pop-ups.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': resources,
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...(appEnv === 'production' && {
      'strict-transport-security': `max-age=31536000${hstsSubdomains ? '; includeSubDomains' : ''}`,
    }),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
}

/** Headers of an API reference. @param scripts contents of its inline scripts */
export const docsHeaders = (
  settings: Pick<SecuritySettings, 'appEnv' | 'hstsSubdomains'>,
  scripts: readonly string[],
): Headers => headersWith(settings, docsPolicy(scripts));

/** Names of the headers for responses that are not documents. */
const plainNames = [
  'content-security-policy',
  'cross-origin-resource-policy',
  'strict-transport-security',
  'x-content-type-options',
];

function plain(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => plainNames.includes(name)));
}

/**
 * Security headers by kind of response (OWASP ASVS 5, 3.4).
 * @param inline contents of inline elements, which are allowed by hash
 */
export function securityHeaders(
  settings: SecuritySettings,
  inline: InlineTexts = { scripts: [], styles: [] },
): SecurityHeaders {
  const policy = documentPolicy(settings, inline);
  const reporting = { 'reporting-endpoints': `${reportGroup}="${cspReportPath}"` };
  const permissions = (payment: string) => ({
    'permissions-policy': `camera=(), microphone=(), geolocation=(), payment=${payment}`,
  });
  return {
    document: { ...headersWith(settings, policy), ...reporting, ...permissions('()') },
    checkout: {
      ...headersWith(settings, checkoutPolicy(policy, settings)),
      ...reporting,
      ...permissions('*'),
    },
    api: plain(headersWith(settings, nothing)),
    // Images may be embedded by other sites.
    media: plain(headersWith(settings, mediaPolicy, 'cross-origin')),
    docs: (scripts) => docsHeaders(settings, scripts),
  };
}
