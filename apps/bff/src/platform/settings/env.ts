/**
 * Reads the settings of servers from the environment. `docs/reference/settings.md` documents the variables.
 */
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
    /** Port of the metrics; undefined: no metrics endpoint. */
    metricsPort: values.METRICS_PORT,
    publicUrl: values.PUBLIC_URL ?? `http://127.0.0.1:${values.PORT}`,
    trustProxy: values.TRUST_PROXY,
    /** Whether search engines may list the site. */
    isListed: (values.SEARCH_ENGINES ?? (values.APP_ENV === 'demo' ? 'allow' : 'refuse')) === 'allow',
    corsOrigins: values.CORS_ORIGINS,
    hstsSubdomains: values.HSTS_SUBDOMAINS,
    /** Whether the API reference is public. */
    apiDocs: values.API_DOCS ?? values.APP_ENV !== 'production',
    /** Error tracker, which gets the errors of the log. */
    sentryDsn: values.SENTRY_DSN,
    /** URL of the trace collector. */
    otlpEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    /** Digests by name of the settings that must be the same in all processes. */
    digests: settingDigests(values),
    logLevel: values.LOG_LEVEL,
    /** URL with the console's database role if this process serves the console, else with the site's role. */
    databaseUrl: ['all', 'console'].includes(values.BFF_ROLE)
      ? (values.DATABASE_CONSOLE_URL ?? values.DATABASE_URL)
      : values.DATABASE_URL,
    databaseRoles: {
      ownerUrl: values.DATABASE_OWNER_URL,
      siteUrl: values.DATABASE_URL,
      consoleUrl: values.DATABASE_CONSOLE_URL,
    },
    /**
     * Address of PostgreSQL itself for migrations and notifications, if `databaseUrl` is that of a pooler.
     */
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    upstreamUrl: values.UPSTREAM_URL,
    /** True if the upstream honours `Idempotency-Key`. */
    upstreamIdempotent: values.UPSTREAM_IDEMPOTENT,
    /** True if the upstream's booking call accepts extra fields. */
    upstreamExtraFields: values.UPSTREAM_EXTRA_FIELDS,
    /** True if the upstream supports `POST /booking_change`. */
    upstreamBookingChanges: values.UPSTREAM_BOOKING_CHANGES,
    upstreamTimeoutMs: values.UPSTREAM_TIMEOUT_MS,
    upstreamSubmitTimeoutMs: values.UPSTREAM_SUBMIT_TIMEOUT_MS,
    /** Time in ms for which requests are still accepted after the stop signal. */
    stopDelayMs: values.STOP_DELAY_MS,
    razorpay: razorpayOf(values),
    zoho: zohoOf(values),
    crmCompany: values.CRM_COMPANY,
    /** The first two digits are the supplier's state, which decides between CGST/SGST and IGST. */
    supplierGstin: values.SUPPLIER_GSTIN,
    /** The supplier; undefined: no invoices are issued. */
    supplier: supplierOf(values),
    invoices: {
      /** Prefix of document numbers. */
      prefix: values.INVOICE_PREFIX,
      /**
       * `payment`: invoice at the payment. `batch_end`: receipt voucher at the payment, invoice at the end of
       * the batch.
       */
      issue: values.INVOICE_ISSUE,
      /** True if documents of registered buyers wait for the number of the registration portal. */
      eInvoice: values.SUPPLIER_EINVOICE,
    },
    /** Place of supply of online training for unregistered buyers. */
    onlinePlace: values.ONLINE_PLACE_OF_SUPPLY,
    /** `charge`: buyers abroad pay IGST. `ask`: buyers abroad have to contact the training provider first. */
    foreignBuyers: values.FOREIGN_BUYERS,
    /** Settings of outgoing emails; undefined: no emails are sent. */
    mail: mailSettingsOf(values),
    /** Secret that signs bounce reports; undefined: bounce reports are not accepted. */
    mailBounceSecret: values.MAIL_BOUNCE_SECRET,
    /** Recipient of emails for operators, for example about cases and dead letters. */
    operatorEmail: values.OPERATOR_EMAIL,
    /** True if senders of enquiries get a copy. */
    enquiryCopies: values.ENQUIRY_COPIES,
    /** True if payers of unpaid orders get reminders. */
    checkoutReminders: values.CHECKOUT_REMINDERS,
    opsToken: values.OPS_TOKEN,
    /** Settings of the console; undefined: the console is disabled. */
    console: consoleOf(values),
    retentionDays: values.RETENTION_DAYS,
    /** Minutes for which an unpaid order holds its seats. */
    seatHoldMinutes: values.SEAT_HOLD_MINUTES,
    /** `refund` or `ask`, for a payment that arrives when no seats are left. */
    latePayment: values.LATE_PAYMENT,
    /** Hours for which an offer of the waiting list holds its seats. */
    waitlistOfferHours: values.WAITLIST_OFFER_HOURS,
    /** Virus scanner; undefined: uploads are not scanned. */
    clamdUrl: values.CLAMD_URL,
    ...limitsOf(values),
    ...siteSettingsOf(values),
    /** The instance as read at the start. */
    instanceFolder,
    /** Folder with the web app's builds, `client` and `server`. */
    webDir: resolve(values.WEB_DIR),
    /** Persistent folder for assets of earlier builds. */
    assetsKeepDir: values.ASSETS_KEEP_DIR && resolve(values.ASSETS_KEEP_DIR),
  };
}

export type Env = ReturnType<typeof toEnv>;

/** @param faults receives the errors of the folder */
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
 * Checks the settings and the instance without starting. An empty variable counts as missing.
 * @returns all errors; without `env` if a variable or the instance is invalid on its own
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
