/** A mail server that accepts every email and delivers none. Faults make it fail. */
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import type { Settings } from '../env.ts';
import type { Fault, Faults, SmtpFaultKind } from '../faults.ts';
import { createMailStore } from './mail-store.ts';

/** An answer counts as lost if the connection ends within this time and before another email. */
const lostWithinMs = 1_000;
const closeTimeoutMs = 200;

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

const messageIdLine = /^message-id:\s*(\S+)/im;

function messageIdOf(raw: Buffer): string {
  const headEnd = raw.indexOf('\r\n\r\n');
  const head = raw.toString('latin1', 0, headEnd === -1 ? raw.length : headEnd);
  return messageIdLine.exec(head.replace(/\r\n[ \t]+/g, ' '))?.[1] ?? '';
}

export type Smtp = ReturnType<typeof createSmtp>;

export function createSmtp(settings: Pick<Settings, 'mailsFile'>, faults: Faults) {
  const store = createMailStore(settings.mailsFile);
  /** Recipients whose email was greylisted once. */
  let greylisted = new Set<string>();
  /** Time of the last accepted email of each connection that has begun no other email since. */
  const unconfirmed = new Map<string, number>();

  const take = (...kinds: SmtpFaultKind[]): Fault | undefined =>
    faults.take('smtp', (kind) => kinds.some((one) => one === kind));

  function cutConnection(session: SMTPServerSession): void {
    for (const connection of server.connections)
      if (connection.id === session.id) connection._socket.destroy();
  }

  async function receive(session: SMTPServerSession, raw: Buffer): Promise<boolean> {
    const fault = take('slow', 'lost_answer');
    const { mailFrom, rcptTo } = session.envelope;
    store.add({
      from: mailFrom ? mailFrom.address : '',
      to: rcptTo.map(({ address }) => address),
      receivedAt: new Date().toISOString(),
      messageId: messageIdOf(raw),
      raw,
    });
    if (fault?.kind === 'slow') await sleep(fault.delayMs, undefined, { ref: false });
    if (fault?.kind !== 'lost_answer') return true;
    store.recordLostAnswer();
    cutConnection(session);
    return false;
  }

  const server = new SMTPServer({
    name: 'sandbox',
    banner: 'mail server of the sandbox',
    logger: false,
    hideSTARTTLS: true,
    authOptional: true,
    closeTimeout: closeTimeoutMs,
    disableReverseLookup: true,
    size: 30 * 1024 * 1024,
    // The server accepts any credentials.
    onAuth: (_auth, _session, callback) => callback(null, { user: 'sandbox' }),
    onMailFrom(_address, session, callback) {
      unconfirmed.delete(session.id);
      callback(take('defer') ? refusal(451, '4.3.2 Please try again later') : null);
    },
    onRcptTo({ address }, _session, callback) {
      if (take('refuse')) return callback(refusal(550, '5.1.1 User unknown'));
      const isNew = !greylisted.has(address);
      if (isNew && take('greylist')) {
        greylisted.add(address);
        return callback(refusal(450, '4.2.0 Greylisted, please try again in a moment'));
      }
      return callback();
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        if (!(await receive(session, Buffer.concat(chunks)))) return;
        unconfirmed.set(session.id, performance.now());
        callback();
      });
    },
    onClose(session) {
      const answeredAt = unconfirmed.get(session.id);
      unconfirmed.delete(session.id);
      if (answeredAt !== undefined && performance.now() - answeredAt < lostWithinMs) store.recordLostAnswer();
    },
  });
  // Clients may cut their connections, so errors are ignored.
  server.on('error', () => undefined);

  return {
    store,
    lostAnswers: store.lostAnswers,
    port(): number | null {
      const address = server.server.address();
      return address === null || typeof address === 'string' ? null : address.port;
    },
    listen: (port: number, host: string) =>
      new Promise<void>((resolve, reject) => {
        server.server.once('error', reject);
        server.listen(port, host, () => resolve());
      }),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          store.close();
          resolve();
        });
      }),
    reset(): void {
      store.clear();
      greylisted = new Set();
      unconfirmed.clear();
    },
  };
}
