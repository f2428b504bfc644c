/** One connection to the mail server, kept open between mails. */
import { createTransport } from 'nodemailer';
import type { MailSettings } from '../env/mail.ts';
import { messageOf, type OutgoingMail } from './message.ts';
import { outcomeOf, type SmtpOutcome } from './smtp-outcome.ts';

export interface SmtpLine {
  send(mail: OutgoingMail): Promise<SmtpOutcome>;
  /** Cuts the connection; what is under way fails. */
  close(): void;
}

const connectTimeoutMs = 10_000;
/** Of silence. */
const socketTimeoutMs = 20_000;
/** Of a whole mail: a server that trickles its answers is never silent. */
export const mailTimeoutMs = 30_000;

/** The outbox limits nothing: a server that limits the mails of a connection says so with 421. */
const maxMessages = 1_000_000;

const isLimit = (outcome: SmtpOutcome) => outcome.kind === 'temporary' && outcome.isClosing;

/** nodemailer's pool of one connection: the outbox alone repeats, and knows which mail a connection had last. */
export function openLine({ smtpUrl, from, requireTls }: MailSettings): SmtpLine {
  const transport = createTransport({
    ...{ url: smtpUrl, pool: true, maxConnections: 1, maxRequeues: 0, maxMessages },
    ...{ connectionTimeout: connectTimeoutMs, greetingTimeout: connectTimeoutMs },
    ...{ socketTimeout: socketTimeoutMs, requireTLS: requireTls },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
  /** Mails since the last failure: after one the pool connects anew. */
  let accepted = 0;

  async function attempt(mail: OutgoingMail): Promise<SmtpOutcome> {
    // Not `AbortSignal.timeout`, whose timer outlives the mail.
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), mailTimeoutMs);
    try {
      await transport.sendMail({
        envelope: { from, to: [{ name: '', address: mail.to }] },
        ...{ raw: messageOf(mail, from), signal: late.signal },
      });
      accepted += 1;
      return { kind: 'accepted' };
    } catch (error) {
      return outcomeOf(error);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async send(mail) {
      const before = accepted;
      const outcome = await attempt(mail);
      if (outcome.kind === 'accepted') return outcome;
      accepted = 0;
      return isLimit(outcome) && before > 0 ? attempt(mail) : outcome;
    },
    close: () => transport.close({ force: true }),
  };
}
