import { createTransport } from 'nodemailer';
import type { MailSettings } from '../../platform/settings/mail.ts';
import { outcomeOf } from './smtp-outcome.ts';

const timeoutMs = 10_000;

/**
 * Connects and signs in as for an email, and sends no email.
 * @returns the reason, without addresses, why the server would accept no email; undefined if it would accept
 * one
 */
export async function verifyServer({ smtpUrl, requireTls }: MailSettings): Promise<string | undefined> {
  const transport = createTransport({
    url: smtpUrl,
    requireTLS: requireTls,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  try {
    await transport.verify();
    return undefined;
  } catch (error) {
    return outcomeOf(error).reason;
  } finally {
    transport.close();
  }
}
