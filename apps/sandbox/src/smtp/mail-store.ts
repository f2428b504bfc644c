/** Accepted mails, in memory; with a file they outlive the process, also one that is killed. */
import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';

export interface StoredMail {
  id: string;
  from: string;
  to: string[];
  receivedAt: string;
  messageId: string;
  raw: Buffer;
}

/** In the file: a mail with the size of its bytes, or an answer that was lost. */
type Head = (Omit<StoredMail, 'raw'> & { size: number }) | { lost: true };

interface Kept {
  mails: StoredMail[];
  lostAnswers: number;
}

const lineEnd = 0x0a;

/** Each mail is a line of JSON and its bytes; what a kill cut off at the end was not accepted. */
function readFile(path: string): Kept {
  const kept: Kept = { mails: [], lostAnswers: 0 };
  if (!existsSync(path)) return kept;
  const bytes = readFileSync(path);
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(lineEnd, at);
    if (end === -1) break;
    const record: Head = JSON.parse(bytes.toString('utf8', at, end));
    if ('lost' in record) {
      kept.lostAnswers += 1;
      at = end + 1;
      continue;
    }
    const { size, ...head } = record;
    if (end + 1 + size > bytes.length) break;
    kept.mails.push({ ...head, raw: bytes.subarray(end + 1, end + 1 + size) });
    at = end + 1 + size;
  }
  return kept;
}

export type MailStore = ReturnType<typeof createMailStore>;

/** @param path of the file; without one nothing is kept */
export function createMailStore(path: string | undefined) {
  let { mails, lostAnswers }: Kept = path === undefined ? { mails: [], lostAnswers: 0 } : readFile(path);
  let lastId = Number(mails.at(-1)?.id ?? 0);
  let file = path === undefined ? undefined : openSync(path, 'a');
  return {
    /** Returns once a kill of the process cannot undo it. */
    add(mail: Omit<StoredMail, 'id'>): void {
      lastId += 1;
      const stored = { id: String(lastId), ...mail };
      if (file !== undefined) {
        const { raw, ...head } = stored;
        const line = Buffer.from(`${JSON.stringify({ ...head, size: raw.length })}\n`);
        writeSync(file, Buffer.concat([line, raw]));
      }
      mails.push(stored);
    },
    /** Counts an answer that the client may not have read. */
    recordLostAnswer(): void {
      lostAnswers += 1;
      if (file !== undefined) writeSync(file, `${JSON.stringify({ lost: true })}\n`);
    },
    lostAnswers: (): number => lostAnswers,
    all: (): readonly StoredMail[] => mails,
    find: (id: string): StoredMail | undefined => mails.find((mail) => mail.id === id),
    clear(): void {
      mails = [];
      lostAnswers = 0;
      if (file !== undefined) ftruncateSync(file);
    },
    close(): void {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}
