/** One connection to the mail server, kept open between emails. */
import type { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { MailSettings } from '../../platform/settings/mail.ts';
import { messageOf, type OutgoingMail } from './message.ts';
import { outcomeOf, type SmtpOutcome } from './smtp-outcome.ts';

export interface SmtpConnection {
  /** True if there is a session that the server has greeted. */
  readonly isOpen: boolean;
  send(mail: OutgoingMail): Promise<SmtpOutcome>;
  /** Closes the connection immediately. An email in progress fails. */
  close(): void;
}

const connectTimeoutMs = 10_000;
/** Max time without data from the server. */
const socketTimeoutMs = 20_000;
/** Max time for a whole email: a server that sends its answers byte by byte is never silent. */
export const mailTimeoutMs = 30_000;

const beyondAscii = /[^\p{ASCII}]/u;

/**
 * Uses nodemailer's pool with one connection and without retries: only the outbox retries.
 * @param limits max silence in milliseconds; tests set shorter ones
 */
export function openConnection(
  { smtpUrl, from, requireTls }: Pick<MailSettings, 'smtpUrl' | 'from' | 'requireTls'>,
  limits: { connectMs?: number; silenceMs?: number } = {},
): SmtpConnection {
  const { connectMs = connectTimeoutMs, silenceMs = socketTimeoutMs } = limits;
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 1,
    maxRequeues: 0,
    // No limit here, because a server that limits the emails per connection reports this.
    maxMessages: Number.POSITIVE_INFINITY,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
    requireTLS: requireTls,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  let isOpen = false;
  let accepted = 0;
  /** The content of the email in progress; undefined until the session is open. */
  let content: Readable | undefined;

  transport.use('stream', ({ message }, done) => {
    message.processFunc((bytes) => {
      content = bytes;
      isOpen = true;
      return bytes;
    });
    done();
  });
  transport.on('clear', () => {
    isOpen = false;
  });

  async function attempt(mail: OutgoingMail): Promise<SmtpOutcome> {
    content = undefined;
    try {
      await transport.sendMail({ ...messageOf(mail, from), signal: AbortSignal.timeout(mailTimeoutMs) });
      accepted += 1;
      return { kind: 'accepted' };
    } catch (error) {
      const outcome = outcomeOf(error);
      // A server without SMTPUTF8 (RFC 6531) refuses non-ASCII addresses, although they may be valid.
      if (outcome.kind === 'refused')
        return { ...outcome, addressIsWrong: outcome.addressIsWrong && !beyondAscii.test(mail.to) };
      if (outcome.serverIsAway) isOpen = false;
      return { ...outcome, atOpening: content === undefined };
    }
  }

  return {
    get isOpen() {
      return isOpen;
    },
    async send(mail) {
      const before = accepted;
      const outcome = await attempt(mail);
      if (outcome.kind === 'accepted') return outcome;
      accepted = 0;
      // The server ended a session in which it had accepted emails, before it read a byte of this one.
      const isEnded = outcome.kind === 'temporary' && outcome.serverIsAway;
      return isEnded && before > 0 && content?.readableDidRead === false ? attempt(mail) : outcome;
    },
    close: () => transport.close({ force: true }),
  };
}
