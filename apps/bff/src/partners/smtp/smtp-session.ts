/** One session with the mail server (RFC 5321), on nodemailer's connection: from the greeting until either side ends it. */

import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection, {
  type SMTPConnectionOptions,
  type SMTPEnvelope,
} from 'nodemailer/lib/smtp-connection';

export interface SmtpSession {
  readonly isOpen: boolean;
  /** Greets and logs in. To be called once, before the first mail. */
  open(): Promise<void>;
  /** @throws what the server or the connection said; the session goes on where only the mail was refused */
  send(envelope: SMTPEnvelope, message: Buffer): Promise<void>;
  /** Cuts the connection; what is under way fails with the reason. */
  cut(reason: string): void;
}

type Done = (error?: Error | null) => void;

/** Refusals of one mail: the connection is fine. */
const isAboutMail = (error: unknown) => {
  const { code, responseCode }: { code?: string; responseCode?: number } = Object(error);
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== 421;
};

const offersUtf8 = /[ -]SMTPUTF8\b/im;
const beyondAscii = /[^\p{ASCII}]/u;
/** Of an address that this server cannot be told (RFC 6531): nothing is wrong with the address. */
const noUtf8 = () =>
  Object.assign(new Error('the server has no SMTPUTF8'), {
    ...{ code: 'EMESSAGE', command: 'RCPT TO', response: 'the server has no SMTPUTF8' },
  });

const ended = (reason: string) => Object.assign(new Error(reason), { code: 'ECONNECTION' });

/** @param url with account and options in its query, as nodemailer's transports take it */
export function createSession(url: string, options: SMTPConnectionOptions): SmtpSession {
  const { auth, ...server } = parseConnectionUrl(url);
  const connection = new SMTPConnection({ ...server, ...options });
  let isOpen = true;
  let takesUtf8 = false;
  let fail: ((error: Error) => void) | undefined;

  function end(error: Error): void {
    isOpen = false;
    fail?.(error);
  }
  connection.on('error', end);
  connection.once('end', () => end(ended('the connection was closed')));

  /** The connection's end counts as an answer: some commands would never get one. */
  async function step(run: (done: Done) => void): Promise<void> {
    if (!isOpen) throw ended('the connection is closed');
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    fail = reject;
    run((error) => (error ? reject(error) : resolve()));
    try {
      await promise;
    } finally {
      fail = undefined;
    }
  }

  function cut(reason: string): void {
    end(ended(reason));
    connection.close();
  }

  async function orCut(run: () => Promise<void>): Promise<void> {
    try {
      await run();
    } catch (error) {
      if (isOpen && isAboutMail(error))
        await step((done) => connection.reset(done)).catch(() => cut('no reset'));
      else cut('it failed');
      throw error;
    }
  }

  return {
    get isOpen() {
      return isOpen;
    },
    open: () =>
      orCut(async () => {
        await step((done) => connection.connect(done));
        takesUtf8 = offersUtf8.test(String(connection.lastServerResponse));
        if (auth && connection.allowsAuth) await step((done) => connection.login(auth, done));
      }),
    async send(envelope, message) {
      if (!takesUtf8 && beyondAscii.test(JSON.stringify(envelope))) throw noUtf8();
      await orCut(() => step((done) => connection.send(envelope, message, done)));
    },
    cut,
  };
}
