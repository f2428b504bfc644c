import { createHash } from 'node:crypto';

export type Headers = Readonly<Record<string, string>>;

/** The headers of each kind of answer. They depend on the settings alone, so they are made once. */
export interface SecurityHeaders {
  document: Headers;
  /** Documents in which a visitor may pay: these alone let the payment widget in. */
  checkout: Headers;
  api: Headers;
  /** Pictures and files, the web app's own too: opened by themselves they get no rights. */
  media: Headers;
  /** The API's description. @param scripts what its page carries inside it */
  docs(scripts: readonly string[]): Headers;
}

export interface SecuritySettings {
  appEnv: 'demo' | 'staging' | 'production';
  razorpay: { apiUrl: string; checkoutUrl: string };
}

/** Texts of the elements that documents may carry inside them. */
export interface InlineTexts {
  scripts: readonly string[];
  styles: readonly string[];
}

/** What Razorpay's own widget loads beside its script. A stand-in needs none of it. */
const razorpayHosts = {
  script: ['https://cdn.razorpay.com'],
  connect: ['https://lumberjack.razorpay.com', 'https://lumberjack-metrics.razorpay.com'],
};

const sourceHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

type Directives = Record<string, string[]>;

/** Where browsers tell what a policy has refused. */
export const cspReportPath = '/api/csp-reports';
const reportGroup = 'csp';

function documentPolicy({ appEnv }: SecuritySettings, { scripts, styles }: InlineTexts): Directives {
  return {
    'default-src': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'none'"],
    'form-action': ["'self'"],
    'script-src': ["'self'", ...scripts.map(sourceHash)],
    'script-src-attr': ["'none'"],
    'style-src': ["'self'", ...styles.map(sourceHash)],
    // Sizes that the server renders into style attributes, such as the width of a rating.
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'https:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'frame-src': ["'none'"],
    'worker-src': ["'none'"],
    ...(appEnv === 'production' && { 'upgrade-insecure-requests': [] }),
    'report-uri': [cspReportPath],
    'report-to': [reportGroup],
  };
}

/** What the payment widget needs on top of a document's own policy. */
function checkoutPolicy(policy: Directives, { razorpay }: SecuritySettings): Directives {
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
    // Where no dialog can be opened the widget posts a form to Razorpay's own page.
    ...withSources('form-action', widget, api),
    'frame-src': [...new Set([widget, api])],
  };
}

const nothing = { 'default-src': ["'none'"], 'base-uri': ["'none'"], 'frame-ancestors': ["'none'"] };
const mediaPolicy = { ...nothing, 'style-src': ["'unsafe-inline'"], sandbox: [] };

/** Its script puts styles into the page as it needs them. */
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

/** The headers that helmet would send with these settings; a test holds them to it. */
function headersWith(
  { appEnv }: Pick<SecuritySettings, 'appEnv'>,
  directives: Directives,
  resources: 'same-origin' | 'cross-origin' = 'same-origin',
): Headers {
  return {
    'content-security-policy': textOf(directives),
    // Razorpay's bank windows are pop-ups.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': resources,
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...(appEnv === 'production' && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
}

/** What matters to an answer that is no page. */
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
 * @param inline what the documents carry inside them: it alone may run there
 * @returns the headers that protect each kind of answer (OWASP ASVS 5, 3.4)
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
    // Pictures are also shown by those who link to a page.
    media: plain(headersWith(settings, mediaPolicy, 'cross-origin')),
    docs: (scripts) => headersWith(settings, docsPolicy(scripts)),
  };
}
