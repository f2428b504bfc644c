/** All variables of the environment with their defaults; documented in `docs/reference/settings.md`. */
import { resolve } from 'node:path';
import { z } from 'zod';
import { findAppFolder } from './app-folder.ts';
import { consoleVariables } from './console.ts';
import {
  clamdUrl,
  flag,
  httpUrl,
  onOff,
  origin,
  origins,
  plaintextAllowed,
  port,
  postgresUrl,
  sentryDsn,
  trustProxy,
  wholeNumber,
} from './fields.ts';
import { limitVariables } from './limits.ts';
import { mailVariables } from './mail.ts';
import { razorpayVariables } from './razorpay.ts';
import { sampleInstanceDir } from './sample-values.ts';
import { siteVariables } from './site.ts';
import { supplierVariables } from './supplier.ts';
import { zohoVariables } from './zoho.ts';

const appFolder = findAppFolder(import.meta.dirname);
const ownWebDir = resolve(appFolder, '../web/dist');
const ownConsoleDir = resolve(appFolder, '../console/dist');

/** `.env.example` lists each variable. */
export const variables = z.object({
  APP_ENV: z
    .enum(['demo', 'staging', 'production'], { error: 'must be demo, staging or production' })
    .default('production')
    .describe(
      '`demo`, `staging` or `production`. A database keeps the value of its first start, and other values are refused',
    ),
  BFF_ROLE: z
    .enum(['all', 'web', 'worker', 'console'], { error: 'must be all, web, worker or console' })
    .default('all')
    .describe('`all`, `web` (serves visitors), `worker` (runs jobs) or `console` (serves only operators)'),
  HOST: z.string().default('127.0.0.1').describe('listening address'),
  PORT: port.default(3000).describe('listening port; 0 takes a free one'),
  METRICS_PORT: port.optional().describe('Prometheus metrics at `/metrics`'),
  PUBLIC_URL: origin
    .optional()
    .describe('origin of the site; required in production. Default elsewhere: `http://127.0.0.1:<PORT>`'),
  TRUST_PROXY: trustProxy
    .default(false)
    .describe(
      'the number of proxies in front, or their addresses. The address of the visitor is then read from `X-Forwarded-For`',
    ),
  HSTS_SUBDOMAINS: onOff
    .default(true)
    .describe(
      'with `on`, browsers refuse http on all subdomains of the host of `PUBLIC_URL` for a year. Set `off` if a subdomain answers over http. Without effect outside production',
    ),
  SEARCH_ENGINES: z
    .enum(['allow', 'refuse'], { error: 'must be allow or refuse' })
    .optional()
    .describe(
      'whether search engines may list the site: `refuse` before the launch, `allow` from then on. Default: `refuse`, in a demo `allow`',
    ),
  CORS_ORIGINS: origins.default([]).describe('other origins that may call the API, separated by commas'),
  API_DOCS: onOff
    .optional()
    .describe('`on` or `off`: the API reference at `/api/docs`. Default: `on`, in production `off`'),
  SENTRY_DSN: sentryDsn
    .optional()
    .describe(
      'DSN of Sentry or a compatible service (GlitchTip), `https://KEY@host/PROJECT`: receives the [errors](logs-and-traces.md#logs) of the log',
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl
    .optional()
    .describe(
      'collector of [traces](logs-and-traces.md#traces), for example `http://collector:4318`; OTLP over HTTP with JSON',
    ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .default('info')
    .describe('level of the JSON log on standard output'),
  DATABASE_URL: postgresUrl.describe(
    'address of PostgreSQL 15 or later, with [one host](../how-to/run-several-replicas.md#the-databases-address). Migrations run at the start, under a lock. For TLS, add `?sslmode=verify-full&sslrootcert=/path/of/ca.crt`',
  ),
  DATABASE_DIRECT_URL: postgresUrl
    .optional()
    .describe(
      'address of PostgreSQL itself, for migrations and notifications. Required if `DATABASE_URL` points at a pooler in transaction mode',
    ),
  DATABASE_OWNER_URL: postgresUrl
    .optional()
    .describe(
      'address with the [role](../how-to/use-database-roles.md) that owns and migrates the tables. The other roles can read ledger, documents and audit log and add rows, but not change or delete rows. Default: one role for all',
    ),
  DATABASE_CONSOLE_URL: postgresUrl
    .optional()
    .describe(
      'address with the [role](../how-to/use-database-roles.md) of `BFF_ROLE=console` and `all`, and of `ops`; of PostgreSQL itself, not of a pooler. Default: `DATABASE_URL`',
    ),
  UPSTREAM_URL: httpUrl.describe('base URL of the upstream API'),
  ALLOW_PLAINTEXT: plaintextAllowed
    .default([])
    .describe(
      '`upstream`, `database`, or both with a comma between: connections that may omit TLS in production, because their network is private',
    ),
  UPSTREAM_IDEMPOTENT: flag.default(false).describe('`true` if the upstream honours `Idempotency-Key`'),
  UPSTREAM_EXTRA_FIELDS: flag
    .default(true)
    .describe(
      '`false` if the booking call of the upstream accepts only the specified fields. Bookings are then sent without `coupon`, `discount`, `taxable` and `attendees`, and with the discounted subtotal',
    ),
  UPSTREAM_BOOKING_CHANGES: flag
    .default(false)
    .describe(
      '`true` if the upstream supports `POST /booking_change`: cancelled seats are reported to it, and are free once it accepts the change. Otherwise each change is a case for an operator',
    ),
  UPSTREAM_TIMEOUT_MS: wholeNumber(100).default(4_000).describe('timeout of a read, in ms'),
  UPSTREAM_SUBMIT_TIMEOUT_MS: wholeNumber(100)
    .default(8_000)
    .describe(
      'timeout of a booking, a change of a booking, or a media file, in ms. Leads have fixed timeouts: 8 s, with a file 20 s',
    ),
  STOP_DELAY_MS: wholeNumber(0)
    .default(0)
    .describe(
      'time in ms for which a stopping server still accepts requests while `/readyz` answers 503. Choose a longer time than the proxy needs to notice the 503',
    ),
  ...razorpayVariables,
  ...zohoVariables,
  CRM_COMPANY: z
    .string()
    .max(200)
    .optional()
    .describe('`Company` of every CRM record. Default: the name in `site.yaml`'),
  ...supplierVariables,
  ...mailVariables,
  OPS_TOKEN: z
    .string()
    .min(16, { error: 'must have at least 16 characters' })
    .optional()
    .describe(
      'token for `POST /api/cache/purge`, at least 16 characters. Without it this call does not exist',
    ),
  RETENTION_DAYS: wholeNumber(1)
    .default(365)
    .describe(
      'days after which personal data of completed leads and orders, and [other personal data](scheduled-jobs.md), is erased',
    ),
  SEAT_HOLD_MINUTES: wholeNumber(5)
    .default(15)
    .describe(
      'minutes for which the seats of an order are held, if the upstream counts seats; at least 5. The payment dialog closes two minutes earlier',
    ),
  LATE_PAYMENT: z
    .enum(['refund', 'ask'], { error: 'must be refund or ask' })
    .default('refund')
    .describe(
      'what happens to a payment that arrives after the hold of its seats has ended, if too few seats are left: `refund` refunds it immediately, `ask` waits 24 hours for an operator and then refunds it',
    ),
  WAITLIST_OFFER_HOURS: wholeNumber(1)
    .default(24)
    .describe('hours for which an offer to the waiting list holds its seats'),
  ...limitVariables,
  ...siteVariables,
  CLAMD_URL: clamdUrl
    .optional()
    .describe(
      "the virus scanner clamd, `tcp://host:3310` or `unix:/path`. An infected upload is refused. If the scanner does not answer, the upload is accepted, an error is logged, and the lead's history has `file_unscanned`",
    ),
  ...consoleVariables,
  CONSOLE_DIR: consoleVariables.CONSOLE_DIR.default(ownConsoleDir).describe(
    "folder of the console's build. Default: beside the BFF",
  ),
  INSTANCE_DIR: z
    .string()
    .default(sampleInstanceDir)
    .describe(
      'folder with the [brand](../how-to/brand.md): names, contacts, texts, colours and logo. Default: the brand of the demonstration',
    ),
  WEB_DIR: z.string().default(ownWebDir).describe("folder of the web app's build. Default: beside the BFF"),
  ASSETS_KEEP_DIR: z
    .string()
    .optional()
    .describe('folder that keeps the assets of earlier builds, for pages that are still open'),
});
export type Variables = z.output<typeof variables>;
