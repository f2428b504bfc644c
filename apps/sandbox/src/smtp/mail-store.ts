/**
 * Accepted emails, in memory. If a file is set, emails are also written to the file, so that they survive
 * when the process is killed.
 */
import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';

export interface StoredMail {
  id: string;
  from: string;
  to: string[];
  receivedAt: string;
  messageId: string;
  raw: Buffer;
}

/** A line of the file: an email with the size of its content in bytes, or a lost answer. */
type Head = (Omit<StoredMail, 'raw'> & { size: number }) | { lost: true };

interface Kept {
  mails: StoredMail[];
  lostAnswers: number;
}

const lineEnd = 0x0a;

/**
 * Reads the file. Each email is a line of JSON, followed by the email's content. An incomplete email at the
 * end is ignored, because the process was killed before it accepted the email.
 */
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

/** @param path path of the file; undefined for memory only */
export function createMailStore(path: string | undefined) {
  let { mails, lostAnswers }: Kept = path === undefined ? { mails: [], lostAnswers: 0 } : readFile(path);
  let lastId = Number(mails.at(-1)?.id ?? 0);
  let file = path === undefined ? undefined : openSync(path, 'a');
  return {
    /** Stores an email. When it returns, the email survives a kill of the process. */
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
    /** Counts an answer that the client may not have received. */
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
