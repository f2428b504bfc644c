/** The only reader of the environment; variables are documented in `docs/reference/settings.md`. */
import { resolve } from 'node:path';
import { brand } from '@meridian/contracts/brand';
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
  sentryDsn,
  trustProxy,
  wholeNumber,
} from './fields.ts';
import { limitsOf, limitVariables } from './limits.ts';
import { mailFaults, mailSettingsOf, mailVariables } from './mail.ts';
import { movePolicy } from './move-policy.ts';
import { razorpayOf, razorpayVariables } from './razorpay.ts';
import { refundPolicy } from './refund-policy.ts';
import { codeIdentity, type Identity, sampleFaults } from './sample-values.ts';
import { settingDigests } from './setting-digests.ts';
import { supplierFaults, supplierOf, supplierVariables } from './supplier.ts';
import { zohoOf, zohoVariables } from './zoho.ts';

const appFolder = findAppFolder(import.meta.dirname);
const ownWebDir = resolve(appFolder, '../web/dist');
const ownConsoleDir = resolve(appFolder, '../console/dist');

/** All variables with their defaults; `.env.example` lists each. */
export const variables = z.object({
  APP_ENV: z
    .enum(['demo', 'staging', 'production'], { error: 'must be demo, staging or production' })
    .default('production'),
  BFF_ROLE: z
    .enum(['all', 'web', 'worker', 'console'], { error: 'must be all, web, worker or console' })
    .default('all'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(3000),
  METRICS_PORT: port.optional(),
  PUBLIC_URL: origin.optional(),
  TRUST_PROXY: trustProxy.default(false),
  CORS_ORIGINS: origins.default([]),
  API_DOCS: onOff.optional(),
  SENTRY_DSN: sentryDsn.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
  DATABASE_URL: postgresUrl,
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_OWNER_URL: postgresUrl.optional(),
  DATABASE_CONSOLE_URL: postgresUrl.optional(),
  UPSTREAM_URL: httpUrl,
  ALLOW_PLAINTEXT: plaintextAllowed.default([]),
  UPSTREAM_IDEMPOTENT: flag.default(false),
  UPSTREAM_EXTRA_FIELDS: flag.default(true),
  UPSTREAM_BOOKING_CHANGES: flag.default(false),
  UPSTREAM_TIMEOUT_MS: wholeNumber(100).default(4_000),
  UPSTREAM_SUBMIT_TIMEOUT_MS: wholeNumber(100).default(8_000),
  ...razorpayVariables,
  ...zohoVariables,
  CRM_COMPANY: z.string().max(200).default(brand),
  ...supplierVariables,
  REFUND_POLICY: refundPolicy,
  MOVE_POLICY: movePolicy,
  ATTENDEES_UNTIL_HOURS: wholeNumber(0).default(48),
  ...mailVariables,
  OPS_TOKEN: z.string().min(16, { error: 'must have at least 16 characters' }).optional(),
  RETENTION_DAYS: wholeNumber(1).default(365),
  SEAT_HOLD_MINUTES: wholeNumber(5).default(15),
  LATE_PAYMENT: z.enum(['refund', 'ask'], { error: 'must be refund or ask' }).default('refund'),
  WAITLIST_OFFER_HOURS: wholeNumber(1).default(24),
  ...limitVariables,
  CLAMD_URL: clamdUrl.optional(),
  ...consoleVariables,
  CONSOLE_DIR: consoleVariables.CONSOLE_DIR.default(ownConsoleDir),
  WEB_DIR: z.string().default(ownWebDir),
  ASSETS_KEEP_DIR: z.string().optional(),
});
type Variables = z.output<typeof variables>;

/** The variables that are valid by themselves. */
function readable(given: Record<string, string | undefined>): Partial<Variables> {
  return Object.fromEntries(
    Object.entries(variables.shape).flatMap(([name, field]) => {
      const { success, data } = field.safeParse(given[name]);
      return success ? [[name, data]] : [];
    }),
  );
}

function toEnv(values: Variables) {
  return {
    appEnv: values.APP_ENV,
    role: values.BFF_ROLE,
    host: values.HOST,
    port: values.PORT,
    /** Without it there is no metrics endpoint. */
    metricsPort: values.METRICS_PORT,
    publicUrl: values.PUBLIC_URL ?? `http://127.0.0.1:${values.PORT}`,
    trustProxy: values.TRUST_PROXY,
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
    /** PostgreSQL itself, where `databaseUrl` is a pooler's: for migrations and notifications. */
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
    crmCompany: values.CRM_COMPANY,
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
    /** Place of supply of who is not registered and learns online. */
    onlinePlace: values.ONLINE_PLACE_OF_SUPPLY,
    /** Whether who buys from abroad pays IGST, or has to ask first. */
    foreignBuyers: values.FOREIGN_BUYERS,
    /** What a buyer receives back who cancels. */
    refundPolicy: values.REFUND_POLICY,
    /** What a buyer may change of a booking. */
    changePolicy: { moves: values.MOVE_POLICY, attendeesUntilHoursBefore: values.ATTENDEES_UNTIL_HOURS },
    /** How mails are sent; without it none are. */
    mail: mailSettingsOf(values),
    /** Secret that signs reports of bounced mails; without one none are taken. */
    mailBounceSecret: values.MAIL_BOUNCE_SECRET,
    /** Who is told of cases and dead letters. */
    operatorEmail: values.OPERATOR_EMAIL,
    /** Who enquires gets a copy. */
    enquiryCopies: values.ENQUIRY_COPIES,
    /** Who begins an order and does not pay is reminded of it. */
    checkoutReminders: values.CHECKOUT_REMINDERS,
    opsToken: values.OPS_TOKEN,
    /** Where operators work; without it there is no console. */
    console: consoleOf(values),
    retentionDays: values.RETENTION_DAYS,
    /** How long an unpaid order holds its seats. */
    seatHoldMinutes: values.SEAT_HOLD_MINUTES,
    /** What becomes of a payment that finds no free seats. */
    latePayment: values.LATE_PAYMENT,
    /** How long seats are held for who is offered them from the waiting list. */
    waitlistOfferHours: values.WAITLIST_OFFER_HOURS,
    /** Virus scanner; without it uploads are not scanned. */
    clamdUrl: values.CLAMD_URL,
    ...limitsOf(values),
    /** Folder with the web app's builds, `client` and `server`. */
    webDir: resolve(values.WEB_DIR),
    /** Persistent folder for assets of earlier builds. */
    assetsKeepDir: values.ASSETS_KEEP_DIR && resolve(values.ASSETS_KEEP_DIR),
  };
}

export type Env = ReturnType<typeof toEnv>;

/**
 * Reads the settings. An empty variable counts as missing.
 * @param identity what production refuses where it is the sample brand's
 * @throws EnvError naming all invalid variables
 */
export function readEnv(source: NodeJS.ProcessEnv, identity: Identity = codeIdentity): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value));
  const parsed = variables.safeParse(given);
  const values = parsed.success ? parsed.data : readable(given);
  const faults = [
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    ...appEnvFaults(values),
    ...supplierFaults(new Set(Object.keys(given)), values),
    ...mailFaults(new Set(Object.keys(given)), values),
    ...consoleFaults(new Set(Object.keys(given)), values),
    ...sampleFaults(new Set(Object.keys(given)), values, identity),
  ];
  if (values.APP_ENV === 'production' && !given.PUBLIC_URL)
    faults.push('PUBLIC_URL: is required in production');
  if (!parsed.success || faults.length > 0) throw new EnvError(faults, parsed.error);
  return toEnv(parsed.data);
}
