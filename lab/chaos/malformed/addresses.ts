/** Paths of the BFF that get malformed requests, by method. */
import { callPath, readCallNames } from '@meridian/contracts/calls';
import { formNames, formOf } from '@meridian/contracts/leads/forms';

const reads = readCallNames.map((name) => `/api${callPath(name)}`);

/** Paths that get JSON. */
export const jsonAddresses: readonly string[] = [
  ...reads,
  ...formNames.map((name) => `/api/${name}`),
  ...formNames.map((name) => `/api/zoho/${formOf(name).crm.form}`),
  '/api/checkout',
  '/api/booking',
  '/api/cache/purge',
  '/api/csp-reports',
];

export const webhookAddress = '/api/webhooks/razorpay';

export const readAddresses: readonly string[] = reads;

/** Paths that get GET requests. */
export const getAddresses: readonly string[] = [
  ...reads,
  '/',
  '/about-us',
  '/blog',
  '/checkout',
  '/course-schedule',
  '/safe/safe-agilist-certification',
  `/receipt/${'0'.repeat(40)}`,
  `/api/receipts/${'0'.repeat(40)}`,
  `/api/receipts/${'0'.repeat(40)}.ics`,
  '/api/docs',
  '/api/docs/',
  '/api/docs/openapi.json',
  '/assets/nothing.js',
  '/media/a.svg',
  '/robots.txt',
  '/sitemap.xml',
  '/healthz',
  '/readyz',
];

export const allAddresses: readonly string[] = [...jsonAddresses, webhookAddress, ...getAddresses];
