/** One connection to the mail server, kept open between mails. */
import type { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { MailSettings } from '../../platform/settings/mail.ts';
import { messageOf, type OutgoingMail } from './message.ts';
import { outcomeOf, type SmtpOutcome } from './smtp-outcome.ts';

export interface SmtpConnection {
  /** It has a session, greeted by the server. */
  readonly isOpen: boolean;
  send(mail: OutgoingMail): Promise<SmtpOutcome>;
  /** Cuts the connection; what is in progress fails. */
  close(): void;
}

const connectTimeoutMs = 10_000;
/** Of silence. */
const socketTimeoutMs = 20_000;
/** Of a whole mail: a server that trickles its answers is never silent. */
export const mailTimeoutMs = 30_000;

const beyondAscii = /[^\p{ASCII}]/u;

/**
 * nodemailer's pool of one connection, which repeats nothing: the outbox alone does.
 * @param limits of silence, in milliseconds; a test waits less
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
    // A server that limits the mails of a connection says so.
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
  /** The bytes of the mail in progress, from when there is a session for it. */
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
      // Without SMTPUTF8 (RFC 6531) a server cannot take such an address: nothing is wrong with it.
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
      // The server ended a session that it had taken mails on, before a byte of this one.
      const isEnded = outcome.kind === 'temporary' && outcome.serverIsAway;
      return isEnded && before > 0 && content?.readableDidRead === false ? attempt(mail) : outcome;
    },
    close: () => transport.close({ force: true }),
  };
}
