/** The only reader of the environment; variables are documented in `docs/reference/settings.md`. */
import { resolve } from 'node:path';
import type { TextSettings } from '@meridian/contracts/site/text-references';
import { InstanceError, type InstanceFolder, readInstanceFolder } from '@meridian/instance/folder';
import { appEnvFaults } from './app-env.ts';
import { consoleFaults, consoleOf } from './console.ts';
import { EnvError } from './env-error.ts';
import { readableOf } from './fields.ts';
import { limitsOf } from './limits.ts';
import { mailFaults, mailSettingsOf } from './mail.ts';
import { razorpayOf } from './razorpay.ts';
import { sampleFaults, sampleInstanceDir } from './sample-values.ts';
import { settingDigests } from './setting-digests.ts';
import { siteSettingsOf } from './site.ts';
import { supplierFaults, supplierOf } from './supplier.ts';
import { type Variables, variables } from './variables.ts';
import { zohoOf } from './zoho.ts';

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
    hstsSubdomains: values.HSTS_SUBDOMAINS,
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
    /** How long requests are still taken after the signal to stop. */
    stopDelayMs: values.STOP_DELAY_MS,
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
function readInstance(dir: string, settings: TextSettings, faults: string[]): InstanceFolder | undefined {
  try {
    return readInstanceFolder(resolve(dir), settings);
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
  const folder = readInstance(values.INSTANCE_DIR ?? sampleInstanceDir, values, folderFaults);
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
