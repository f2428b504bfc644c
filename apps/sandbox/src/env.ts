import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);
const text = z.string().min(1);

const environmentSchema = z.object({
  SANDBOX_PORT: port.default(4020),
  SMTP_PORT: port.default(4025),
  SANDBOX_MAILS_FILE: text.optional(),
  HOST: text.default('127.0.0.1'),
  RAZORPAY_KEY_ID: text.default('rzp_test_LocalSandbox'),
  RAZORPAY_KEY_SECRET: text.default('sandbox_key_secret'),
  RAZORPAY_WEBHOOK_SECRET: text.default('sandbox_webhook_secret'),
  WEBHOOK_URL: z.url().default('http://127.0.0.1:3000/api/webhooks/razorpay'),
  ZOHO_CLIENT_ID: text.default('sandbox_client'),
  ZOHO_CLIENT_SECRET: text.default('sandbox_client_secret'),
  ZOHO_REFRESH_TOKEN: text.default('sandbox_refresh_token'),
  ZOHO_LEAD_ID_FIELD: text.default('Website_Lead_ID'),
  ZOHO_LATENCY_MS: z.coerce.number().int().min(0).max(60_000).default(0),
  ZOHO_CONCURRENCY: z.coerce.number().int().min(1).default(10),
});

/** Settings. The defaults are those of the environment. */
export interface Settings {
  razorpayKeyId: string;
  razorpayKeySecret: string;
  razorpayWebhookSecret: string;
  /** Webhook URL. A function is called for each attempt, so that the receiver can start later. */
  webhookUrl: string | (() => string);
  /**
   * Delays before the retries of a webhook, in milliseconds. A webhook is retried if there is no 2xx response.
   */
  webhookRetryDelaysMs: readonly number[];
  zohoClientId: string;
  zohoClientSecret: string;
  zohoRefreshToken: string;
  /** API name of the unique custom field of the Leads module. */
  zohoLeadIdField: string;
  /** Added latency of CRM calls, in milliseconds. */
  zohoLatencyMs: number;
  /** Maximum number of concurrent CRM calls. Further calls get TOO_MANY_REQUESTS. */
  zohoConcurrency: number;
  /** Port of the mail server; undefined for no mail server. */
  smtpPort: number | undefined;
  smtpHost: string;
  /** File in which accepted emails are stored; undefined for memory only. */
  mailsFile: string | undefined;
}

/** Invalid settings. The message names all invalid variables. */
export class EnvironmentError extends Error {
  readonly code = 'BAD_ENVIRONMENT';
  readonly retry = false;
}

/**
 * Reads the environment. Missing variables get their defaults.
 * @throws EnvironmentError that names all invalid variables
 */
export function readEnvironment(environment: Record<string, string | undefined>): {
  port: number;
  host: string;
  settings: Settings;
} {
  const parsed = environmentSchema.safeParse(environment);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new EnvironmentError(`The environment cannot be used. ${faults.join('; ')}`, {
      cause: parsed.error,
    });
  }
  const values = parsed.data;
  return {
    port: values.SANDBOX_PORT,
    host: values.HOST,
    settings: {
      razorpayKeyId: values.RAZORPAY_KEY_ID,
      razorpayKeySecret: values.RAZORPAY_KEY_SECRET,
      razorpayWebhookSecret: values.RAZORPAY_WEBHOOK_SECRET,
      webhookUrl: values.WEBHOOK_URL,
      webhookRetryDelaysMs: [500, 1_000, 2_000, 4_000, 8_000],
      zohoClientId: values.ZOHO_CLIENT_ID,
      zohoClientSecret: values.ZOHO_CLIENT_SECRET,
      zohoRefreshToken: values.ZOHO_REFRESH_TOKEN,
      zohoLeadIdField: values.ZOHO_LEAD_ID_FIELD,
      zohoLatencyMs: values.ZOHO_LATENCY_MS,
      zohoConcurrency: values.ZOHO_CONCURRENCY,
      smtpPort: values.SMTP_PORT,
      smtpHost: values.HOST,
      mailsFile: values.SANDBOX_MAILS_FILE,
    },
  };
}
