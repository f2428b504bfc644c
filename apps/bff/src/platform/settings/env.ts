/** The only reader of the environment; variables are documented in `docs/reference/settings.md`. */
import { resolve } from 'node:path';
import { InstanceError, type InstanceFolder, readInstanceFolder } from '@meridian/instance/folder';
import { z } from 'zod';
import { appEnvFaults } from './app-env.ts';
import { findAppFolder } from './app-folder.ts';
import { consoleFaults, consoleOf, consoleVariables } from './console.ts';
import { EnvError } from './env-error.ts';
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
  readableOf,
  sentryDsn,
  trustProxy,
  wholeNumber,
} from './fields.ts';
import { limitsOf, limitVariables } from './limits.ts';
import { mailFaults, mailSettingsOf, mailVariables } from './mail.ts';
import { razorpayOf, razorpayVariables } from './razorpay.ts';
import { sampleFaults, sampleInstanceDir } from './sample-values.ts';
import { settingDigests } from './setting-digests.ts';
import { siteSettingsOf, siteVariables } from './site.ts';
import { supplierFaults, supplierOf, supplierVariables } from './supplier.ts';
import { zohoOf, zohoVariables } from './zoho.ts';

const appFolder = findAppFolder(import.meta.dirname);
const ownWebDir = resolve(appFolder, '../web/dist');
const ownConsoleDir = resolve(appFolder, '../console/dist');

/** All variables with their defaults; `.env.example` lists each. */
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
      'the number of proxies in front, or their addresses. Their `X-Forwarded-For` contains the address of the visitor',
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
      'a collector of [traces](logs-and-traces.md#traces), such as `http://collector:4318`; OTLP by HTTP with JSON',
    ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .default('info')
    .describe('of the JSON log on standard output'),
  DATABASE_URL: postgresUrl.describe(
    'PostgreSQL 15 or later, at [one address](../how-to/run-several-replicas.md#the-databases-address); migrations run at the start, under a lock. With TLS: `?sslmode=verify-full&sslrootcert=/path/of/ca.crt`',
  ),
  DATABASE_DIRECT_URL: postgresUrl
    .optional()
    .describe(
      'PostgreSQL itself, if `DATABASE_URL` points at a pooler in transaction mode: for migrations and notifications',
    ),
  DATABASE_OWNER_URL: postgresUrl
    .optional()
    .describe(
      'the role that owns and migrates the tables; the other [roles](../how-to/use-database-roles.md) can only read ledger, documents and audit log and add to them. Default: one role for all',
    ),
  DATABASE_CONSOLE_URL: postgresUrl
    .optional()
    .describe(
      'the [role](../how-to/use-database-roles.md) of `BFF_ROLE=console` and `all`, and of `ops`, at PostgreSQL itself. Default: `DATABASE_URL`',
    ),
  UPSTREAM_URL: httpUrl.describe('the upstream API'),
  ALLOW_PLAINTEXT: plaintextAllowed
    .default([])
    .describe(
      '`upstream`, `database` or both: connections that may omit TLS in production because their network is private',
    ),
  UPSTREAM_IDEMPOTENT: flag.default(false).describe('`true` only if it honours `Idempotency-Key`'),
  UPSTREAM_EXTRA_FIELDS: flag
    .default(true)
    .describe(
      '`false` if its booking call accepts only the specified fields: an order with a discount is then booked with the discounted sub total, without `coupon`, `discount`, `taxable` and `attendees`',
    ),
  UPSTREAM_BOOKING_CHANGES: flag
    .default(false)
    .describe(
      '`true` if it supports `POST /booking_change`: cancelled seats are reported to it and become free when it accepts the change. Otherwise each change is a case for an operator',
    ),
  UPSTREAM_TIMEOUT_MS: wholeNumber(100).default(4_000).describe('timeout of a read, in ms'),
  UPSTREAM_SUBMIT_TIMEOUT_MS: wholeNumber(100).default(8_000).describe('timeout of a booking, in ms'),
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
    .describe("for operators' HTTP calls, at least 16 characters"),
  RETENTION_DAYS: wholeNumber(1)
    .default(365)
    .describe('days after which personal data of settled leads and orders is erased'),
  SEAT_HOLD_MINUTES: wholeNumber(5)
    .default(15)
    .describe(
      'minutes for which the seats of an order are held, if the upstream counts seats; at least 5. The payment dialog closes two minutes earlier',
    ),
  LATE_PAYMENT: z
    .enum(['refund', 'ask'], { error: 'must be refund or ask' })
    .default('refund')
    .describe(
      'what happens to a payment that arrives after its hold has ended and no seats are free: `refund` refunds it immediately, `ask` waits 24 hours for an operator, then refunds it',
    ),
  WAITLIST_OFFER_HOURS: wholeNumber(1)
    .default(24)
    .describe('hours for which an offer to the waiting list holds its seats'),
  ...limitVariables,
  ...siteVariables,
  CLAMD_URL: clamdUrl
    .optional()
    .describe(
      "the virus scanner clamd, `tcp://host:3310` or `unix:/path`. An infected upload is refused; if the scanner does not answer, the upload is accepted, logged, and `file_unscanned` is in the lead's history",
    ),
  ...consoleVariables,
  CONSOLE_DIR: consoleVariables.CONSOLE_DIR.default(ownConsoleDir).describe(
    "folder of the console's build. Default: beside the BFF",
  ),
  INSTANCE_DIR: z
    .string()
    .default(sampleInstanceDir)
    .describe(
      'folder with the [brand](../how-to/brand.md): names, contacts, texts, colours and logo. Default: the demonstration',
    ),
  WEB_DIR: z.string().default(ownWebDir).describe("folder of the web app's build. Default: beside the BFF"),
  ASSETS_KEEP_DIR: z
    .string()
    .optional()
    .describe('folder that keeps the assets of earlier builds, for pages that are still open'),
});
type Variables = z.output<typeof variables>;

function toEnv(values: Variables, instanceFolder: InstanceFolder) {
  return {
    appEnv: values.APP_ENV,
    role: values.BFF_ROLE,
    host: values.HOST,
    port: values.PORT,
    /** Without it there is no metrics endpoint. */
    metricsPort: values.METRICS_PORT,
    publicUrl: values.PUBLIC_URL ?? `http://127.0.0.1:${values.PORT}`,
    trustProxy: values.TRUST_PROXY,
    /** Whether search engines may list the site. */
    isListed: (values.SEARCH_ENGINES ?? (values.APP_ENV === 'demo' ? 'allow' : 'refuse')) === 'allow',
    corsOrigins: values.CORS_ORIGINS,
    /** Whether the API reference is public. */
    apiDocs: values.API_DOCS ?? values.APP_ENV !== 'production',
    /** Where errors are sent, beside the log. */
    sentryDsn: values.SENTRY_DSN,
    /** Collector of traces. */
    otlpEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    /** Of the settings that all processes have alike, by their names. */
    digests: settingDigests(values),
    logLevel: values.LOG_LEVEL,
    /** Of this process's role: the console's where it is served. */
    databaseUrl: ['all', 'console'].includes(values.BFF_ROLE)
      ? (values.DATABASE_CONSOLE_URL ?? values.DATABASE_URL)
      : values.DATABASE_URL,
    databaseRoles: {
      ownerUrl: values.DATABASE_OWNER_URL,
      siteUrl: values.DATABASE_URL,
      consoleUrl: values.DATABASE_CONSOLE_URL,
    },
    /** PostgreSQL itself, if `databaseUrl` is a pooler's: for migrations and notifications. */
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    upstreamUrl: values.UPSTREAM_URL,
    /** The upstream honours `Idempotency-Key`. */
    upstreamIdempotent: values.UPSTREAM_IDEMPOTENT,
    /** Its booking call accepts extra fields. */
    upstreamExtraFields: values.UPSTREAM_EXTRA_FIELDS,
    /** It takes `POST /booking_change`. */
    upstreamBookingChanges: values.UPSTREAM_BOOKING_CHANGES,
    upstreamTimeoutMs: values.UPSTREAM_TIMEOUT_MS,
    upstreamSubmitTimeoutMs: values.UPSTREAM_SUBMIT_TIMEOUT_MS,
    razorpay: razorpayOf(values),
    zoho: zohoOf(values),
    crmCompany: values.CRM_COMPANY ?? instanceFolder.instance.name,
    /** Its first two digits are the supplier's state, which decides between CGST/SGST and IGST. */
    supplierGstin: values.SUPPLIER_GSTIN,
    /** Who supplies, in full; without it no invoices are issued. */
    supplier: supplierOf(values),
    invoices: {
      /** How their numbers begin. */
      prefix: values.INVOICE_PREFIX,
      /** Issued with the payment, or at the end of the batch after a receipt voucher. */
      issue: values.INVOICE_ISSUE,
      /** Registered buyers' documents wait for the number of the registration portal. */
      eInvoice: values.SUPPLIER_EINVOICE,
    },
    /** Place of supply of online training for unregistered buyers. */
    onlinePlace: values.ONLINE_PLACE_OF_SUPPLY,
    /** Whether who buys from abroad pays IGST, or has to ask first. */
    foreignBuyers: values.FOREIGN_BUYERS,
    /** How mails are sent; without it none are. */
    mail: mailSettingsOf(values),
    /** Secret that signs reports of bounced mails; without one none are taken. */
    mailBounceSecret: values.MAIL_BOUNCE_SECRET,
    /** Recipient of emails about cases and dead letters. */
    operatorEmail: values.OPERATOR_EMAIL,
    /** Who enquires gets a copy. */
    enquiryCopies: values.ENQUIRY_COPIES,
    /** Reminds buyers of unpaid orders. */
    checkoutReminders: values.CHECKOUT_REMINDERS,
    opsToken: values.OPS_TOKEN,
    /** Where operators work; without it there is no console. */
    console: consoleOf(values),
    retentionDays: values.RETENTION_DAYS,
    /** How long an unpaid order holds its seats. */
    seatHoldMinutes: values.SEAT_HOLD_MINUTES,
    /** What becomes of a payment that finds no free seats. */
    latePayment: values.LATE_PAYMENT,
    /** How long an offer of the waiting list holds its seats. */
    waitlistOfferHours: values.WAITLIST_OFFER_HOURS,
    /** Virus scanner; without it uploads are not scanned. */
    clamdUrl: values.CLAMD_URL,
    ...limitsOf(values),
    ...siteSettingsOf(values),
    /** As it was read at the start. */
    instanceFolder,
    /** Folder with the web app's builds, `client` and `server`. */
    webDir: resolve(values.WEB_DIR),
    /** Persistent folder for assets of earlier builds. */
    assetsKeepDir: values.ASSETS_KEEP_DIR && resolve(values.ASSETS_KEEP_DIR),
  };
}

export type Env = ReturnType<typeof toEnv>;

/** @param faults gets those of the folder */
function readInstance(dir: string, faults: string[]): InstanceFolder | undefined {
  try {
    return readInstanceFolder(resolve(dir));
  } catch (error) {
    if (!(error instanceof InstanceError)) throw error;
    faults.push(...error.faults.map((fault) => `INSTANCE_DIR: ${fault}`));
    return undefined;
  }
}

/**
 * What a start would refuse. An empty variable counts as missing.
 * @returns without `env` if a variable or the instance is invalid by itself
 */
export function inspectEnv(source: NodeJS.ProcessEnv) {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value));
  const names = new Set(Object.keys(given));
  const { success, data, error } = variables.safeParse(given);
  const values = success ? data : readableOf(variables, given);
  const folderFaults: string[] = [];
  const folder = readInstance(values.INSTANCE_DIR ?? sampleInstanceDir, folderFaults);
  const faults = [
    ...(error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    ...appEnvFaults(values),
    ...supplierFaults(names, values),
    ...mailFaults(names, values),
    ...consoleFaults(names, values),
    ...folderFaults,
    ...sampleFaults(names, values, folder?.instance),
  ];
  if (values.APP_ENV === 'production' && !given.PUBLIC_URL)
    faults.push('PUBLIC_URL: is required in production');
  return { faults, error, env: success && folder ? toEnv(data, folder) : undefined };
}

/**
 * Reads the settings and the instance.
 * @throws EnvError naming all invalid variables
 */
export function readEnv(source: NodeJS.ProcessEnv): Env {
  const { faults, error, env } = inspectEnv(source);
  if (!env || faults.length > 0) throw new EnvError(faults, error);
  return env;
}
