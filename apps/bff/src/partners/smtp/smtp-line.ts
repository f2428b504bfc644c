/** One connection to the mail server, kept open between mails. */
import type { MailSettings } from '../../platform/settings/mail.ts';
import { messageOf, type OutgoingMail } from './message.ts';
import { outcomeOf, type SmtpOutcome } from './smtp-outcome.ts';
import { createSession, type SmtpSession } from './smtp-session.ts';

export interface SmtpLine {
  /** It has a session, greeted by the server. */
  readonly isOpen: boolean;
  send(mail: OutgoingMail): Promise<SmtpOutcome>;
  /** Cuts the connection; what is under way fails. */
  close(): void;
}

const connectTimeoutMs = 10_000;
/** Of silence. */
const socketTimeoutMs = 20_000;
/** Of a whole mail: a server that trickles its answers is never silent. */
export const mailTimeoutMs = 30_000;

const isLimit = (outcome: SmtpOutcome) => outcome.kind === 'temporary' && outcome.isClosing;

/**
 * The outbox alone repeats: after a failure the connection is given up, and the next mail opens another.
 * @param limits of silence, in milliseconds; a test waits less
 */
export function openLine(
  { smtpUrl, from, requireTls }: Pick<MailSettings, 'smtpUrl' | 'from' | 'requireTls'>,
  limits: { connectMs?: number; silenceMs?: number } = {},
): SmtpLine {
  const { connectMs = connectTimeoutMs, silenceMs = socketTimeoutMs } = limits;
  const options = {
    ...{ connectionTimeout: connectMs, greetingTimeout: connectMs },
    ...{ socketTimeout: silenceMs, requireTLS: requireTls, logger: false },
  };
  let session: SmtpSession | undefined;
  let isClosed = false;
  let isGreeted = false;
  /** Mails since the last failure. */
  let accepted = 0;

  async function openSession(): Promise<SmtpSession> {
    if (session?.isOpen) return session;
    const fresh = createSession(smtpUrl, options);
    session = fresh;
    isGreeted = false;
    await fresh.open();
    isGreeted = true;
    return fresh;
  }

  async function attempt(mail: OutgoingMail): Promise<SmtpOutcome> {
    const timer = setTimeout(() => session?.cut('the mail took too long'), mailTimeoutMs);
    let atOpening = false;
    try {
      const { envelope, content } = messageOf(mail, from);
      if (isClosed) throw new Error('the line is closed');
      atOpening = true;
      const open = await openSession();
      atOpening = false;
      await open.send(envelope, content);
      accepted += 1;
      return { kind: 'accepted' };
    } catch (error) {
      const outcome = outcomeOf(error);
      return outcome.kind === 'temporary' ? { ...outcome, atOpening } : outcome;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    get isOpen() {
      return isGreeted && session?.isOpen === true;
    },
    async send(mail) {
      const before = accepted;
      const outcome = await attempt(mail);
      if (outcome.kind === 'accepted') return outcome;
      accepted = 0;
      return isLimit(outcome) && before > 0 ? attempt(mail) : outcome;
    },
    close() {
      isClosed = true;
      session?.cut('the line was closed');
    },
  };
}
