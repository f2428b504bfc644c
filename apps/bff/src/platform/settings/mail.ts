/** Settings of outgoing emails. */
import { z } from 'zod';
import { onOff, wholeNumber } from './fields.ts';

const smtpUrl = z
  .url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' })
  .refine((value) => URL.canParse(value) && new URL(value).hostname !== '', {
    error: 'must be an smtp:// or smtps:// address',
  });

/** `Name <address>`, or the address alone. */
const mailbox = z.string().regex(/^(?:[^<>"\r\n]{1,100}\s)?<?[^\s<>@"]+@[^\s<>@"]+>?$/, {
  error: 'must be an address such as Academy <mail@example.com>',
});

const domains = z
  .string()
  .transform((value) => value.split(',').map((item) => item.trim().toLowerCase()))
  .transform((items) => items.filter(Boolean))
  .refine((items) => items.every((item) => /^[^\s@,]+\.[^\s@,]+$/.test(item)), {
    error: 'must be domains such as example.com, separated by commas',
  });

export const mailVariables = {
  SMTP_URL: smtpUrl
    .optional()
    .describe(
      'mail server: `smtps://` or `smtp://`. Production requires TLS (with `smtp://`, STARTTLS) unless the server is on the same machine. Requires `MAIL_FROM`. Without both settings no emails are sent',
    ),
  MAIL_FROM: mailbox
    .optional()
    .describe('sender of emails: `Name <address>`, or the address. Requires `SMTP_URL`'),
  MAIL_DKIM_SELECTOR: z
    .string()
    .regex(/^[\w.-]{1,63}$/, { error: 'must be a selector such as s1; your mail provider states it' })
    .optional()
    .describe(
      'selector of the DKIM key with which the mail server signs: `ops doctor` reads `<selector>._domainkey.<domain of MAIL_FROM>`',
    ),
  MAIL_TEST_DOMAINS: domains
    .default([])
    .describe(
      'in `demo` and `staging`: domains of your testers, separated by commas. Emails to any other domain, except reserved ones (`example.com`, `.example`, `.test`), are dropped with the reason `held_back`',
    ),
  SMTP_CONNECTIONS: wholeNumber(1)
    .default(10)
    .describe('maximum connections of a replica to the mail server'),
  MAIL_LIMIT_PER_MINUTE: wholeNumber(0)
    .default(0)
    .describe('maximum emails per minute of all replicas together; 0 is unlimited'),
  MAIL_BOUNCE_SECRET: z
    .string()
    .min(16, { error: 'must have at least 16 characters' })
    .optional()
    .describe(
      'secret that signs reports of bounced emails, at least 16 characters. Without it `POST /api/mails/bounces` does not exist',
    ),
  OPERATOR_EMAIL: z
    .email({ error: 'must be an email address' })
    .optional()
    .describe(
      'recipient of [emails](emails.md) about cases, failed work, sold-out batches and erasure requests',
    ),
  ENQUIRY_COPIES: onOff
    .default(false)
    .describe('`on`: visitors get a copy of their enquiry by email, without the text that they typed'),
  CHECKOUT_REMINDERS: onOff
    .default(false)
    .describe(
      '`on`: payers of unpaid orders get at most two emails with a link to the payment. Set it only if your privacy policy covers these emails',
    ),
};

type Values = z.output<z.ZodObject<typeof mailVariables>>;

export interface MailSettings {
  smtpUrl: string;
  /** Address of `From`, with or without a name. */
  from: string;
  /** Selector of the DKIM key in the DNS. */
  dkimSelector?: string | undefined;
  /** Max connections of a replica to the mail server. */
  connections: number;
  /** Max emails per minute of all replicas together; 0 is unlimited. */
  limitPerMinute: number;
  /** True if a connection without TLS is refused: in production, except to a server on this machine. */
  requireTls: boolean;
  /**
   * Outside production, emails are sent only to these domains and to those of RFC 2606; undefined is no
   * limit.
   */
  testDomains?: readonly string[] | undefined;
}

const together = ['SMTP_URL', 'MAIL_FROM'] as const;

/** Host names and port of the stand-in, which delivers to nobody. */
const standIn = /^(?:.*[.-])?sandbox(?:[.-].*)?$/i;
const standInPort = '4025';

/** @param given names of the variables that are set, valid or not */
export function mailFaults(
  given: ReadonlySet<string>,
  values: Partial<Values> & { APP_ENV?: string | undefined },
): string[] {
  const missing = together.filter((name) => !given.has(name));
  const faults = missing.length === 1 ? [`${missing[0]}: is required if emails are sent`] : [];
  if (values.APP_ENV !== 'production' || values.SMTP_URL === undefined) return faults;
  const { hostname, port } = new URL(values.SMTP_URL);
  if (standIn.test(hostname) || port === standInPort)
    faults.push('SMTP_URL: a stand-in is not allowed in production');
  return faults;
}

/** @returns the settings; undefined if no emails are sent */
export function mailSettingsOf(values: Values & { APP_ENV: string }): MailSettings | undefined {
  const { SMTP_URL: url, MAIL_FROM: from } = values;
  if (url === undefined || from === undefined) return undefined;
  const isLocal = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
  return {
    smtpUrl: url,
    from,
    dkimSelector: values.MAIL_DKIM_SELECTOR,
    connections: values.SMTP_CONNECTIONS,
    limitPerMinute: values.MAIL_LIMIT_PER_MINUTE,
    requireTls: values.APP_ENV === 'production' && !isLocal,
    testDomains: values.APP_ENV === 'production' ? undefined : values.MAIL_TEST_DOMAINS,
  };
}
