/** A raw mail server that answers each command by a script, for faults that the sandbox cannot produce. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

export type SmtpStep =
  | 'connect'
  | 'EHLO'
  | 'STARTTLS'
  | 'MAIL'
  | 'RCPT'
  | 'DATA'
  | 'content'
  | 'RSET'
  | 'QUIT';

/**
 * @returns the answer, `null` for no answer, `undefined` for the usual answer; `close` ends the connection
 */
export type SmtpScript = (
  step: SmtpStep,
  at: { connection: number; time: number },
) => string | null | undefined;

const usual: Record<SmtpStep, string> = {
  connect: '220 script',
  EHLO: '250-script\r\n250 SMTPUTF8',
  STARTTLS: '454 4.7.0 no',
  MAIL: '250 2.1.0 ok',
  RCPT: '250 2.1.5 ok',
  DATA: '354 go on',
  content: '250 2.0.0 taken',
  RSET: '250 2.0.0 ok',
  QUIT: 'close',
};
const contentEnd = '\r\n.\r\n';

const isStep = (word: string): word is SmtpStep => Object.hasOwn(usual, word);

export async function startScriptedSmtp(script: SmtpScript) {
  const sockets = new Set<Socket>();
  const times = new Map<SmtpStep, number>();
  /** Commands in the order of their arrival. */
  const lines: string[] = [];
  /** Emails that were received completely, answered or not. */
  const contents: string[] = [];
  let connections = 0;

  const server = createServer((socket) => {
    sockets.add(socket);
    connections += 1;
    const connection = connections;
    let input = '';
    let isInContent = false;

    function answer(step: SmtpStep): void {
      const time = (times.get(step) ?? 0) + 1;
      times.set(step, time);
      const said = script(step, { connection, time });
      const reply = said === undefined ? usual[step] : said;
      if (reply === 'close') socket.destroy();
      else if (reply !== null) socket.write(`${reply}\r\n`);
      if (step === 'DATA') isInContent = reply?.startsWith('354') ?? false;
    }

    function take(): boolean {
      const end = input.indexOf(isInContent ? contentEnd : '\r\n');
      if (end === -1) return false;
      const taken = input.slice(0, end);
      input = input.slice(end + (isInContent ? contentEnd : '\r\n').length);
      if (isInContent) {
        isInContent = false;
        contents.push(taken);
        answer('content');
        return true;
      }
      lines.push(taken);
      const word = taken.slice(0, taken.includes(' ') ? taken.indexOf(' ') : undefined).toUpperCase();
      if (isStep(word)) answer(word);
      else socket.write('502 5.5.1 unknown\r\n');
      return true;
    }

    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      input += chunk;
      while (take());
    });
    answer('connect');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('no port');

  return {
    url: `smtp://127.0.0.1:${address.port}`,
    lines,
    contents,
    open: () => sockets.size,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
