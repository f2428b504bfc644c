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

type Head = Omit<StoredMail, 'raw'> & { size: number };

const lineEnd = 0x0a;

/** Each mail is a line of JSON and its bytes; what a kill cut off at the end was not accepted. */
function readFile(path: string): StoredMail[] {
  if (!existsSync(path)) return [];
  const bytes = readFileSync(path);
  const mails: StoredMail[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(lineEnd, at);
    if (end === -1) break;
    const { size, ...head }: Head = JSON.parse(bytes.toString('utf8', at, end));
    if (end + 1 + size > bytes.length) break;
    mails.push({ ...head, raw: bytes.subarray(end + 1, end + 1 + size) });
    at = end + 1 + size;
  }
  return mails;
}

export type MailStore = ReturnType<typeof createMailStore>;

/** @param path of the file; without one nothing is kept */
export function createMailStore(path: string | undefined) {
  let mails = path === undefined ? [] : readFile(path);
  let lastId = Number(mails.at(-1)?.id ?? 0);
  const file = path === undefined ? undefined : openSync(path, 'a');
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
    all: (): readonly StoredMail[] => mails,
    find: (id: string): StoredMail | undefined => mails.find((mail) => mail.id === id),
    clear(): void {
      mails = [];
      if (file !== undefined) ftruncateSync(file);
    },
    close(): void {
      if (file !== undefined) closeSync(file);
    },
  };
}
