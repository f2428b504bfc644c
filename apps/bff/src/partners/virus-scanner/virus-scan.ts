/** Client of clamd: scans files with INSTREAM. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** `unscanned` if the scanner failed. */
export type ScanResult = 'clean' | 'infected' | 'unscanned';

export type VirusScanner = (bytes: AsyncIterable<Uint8Array>) => Promise<ScanResult>;

/** Max length of an answer line, in characters. */
const maxAnswerLength = 4_096;

function openSocket(url: URL): Socket {
  return url.protocol === 'unix:'
    ? connect(decodeURIComponent(url.pathname))
    : connect(Number(url.port || 3310), url.hostname.replace(/^\[|\]$/g, ''));
}

/** Sends length-prefixed chunks; a length of 0 ends the stream. */
async function send(socket: Socket, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const write = async (piece: Uint8Array) => {
    if (!socket.write(piece)) await once(socket, 'drain');
  };
  const lengthOf = (length: number) => {
    const field = Buffer.alloc(4);
    field.writeUInt32BE(length);
    return field;
  };
  await write(Buffer.from('zINSTREAM\0'));
  for await (const piece of bytes) {
    await write(lengthOf(piece.length));
    await write(piece);
  }
  await write(lengthOf(0));
}

async function readAnswer(socket: Socket): Promise<string> {
  let answer = '';
  for await (const piece of socket) {
    answer += String(piece);
    if (answer.includes('\0') || answer.length > maxAnswerLength) break;
  }
  return answer.split('\0')[0] ?? '';
}

function resultOf(answer: string): ScanResult {
  if (/^stream: OK$/.test(answer)) return 'clean';
  return /^stream: .+ FOUND$/.test(answer) ? 'infected' : 'unscanned';
}

/**
 * @param address `tcp://host:3310` or `unix:/path/of/socket`
 * @param timeoutMs time-out for a whole file
 * @param onError called if a scan fails
 */
export function createVirusScanner(
  address: string,
  { timeoutMs, onError }: { timeoutMs: number; onError: (error: unknown) => void },
): VirusScanner {
  const url = new URL(address);
  return async (bytes) => {
    const socket = openSocket(url);
    const timer = setTimeout(() => socket.destroy(new Error('The scanner does not answer')), timeoutMs);
    try {
      // clamd may answer before the end of a file that exceeds clamd's limit.
      const [answer] = await Promise.all([readAnswer(socket), send(socket, bytes)]);
      const result = resultOf(answer);
      if (result === 'unscanned') onError(new Error('The scanner gave no result'));
      return result;
    } catch (error) {
      onError(error);
      return 'unscanned';
    } finally {
      clearTimeout(timer);
      socket.destroy();
    }
  };
}
