import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { ReadRange } from './docx.ts';
import { createFileQuota, defaultFileQuotas, type FileQuotas } from './file-quota.ts';

/** A file that came with a form, as it lies in the database. */
export interface LeadFile {
  id: string;
  /** Base name, for the upstream. */
  name: string;
  /** Media type by the file's content. */
  type: string;
  size: number;
  /** SHA-256 in hexadecimal. */
  hash: string;
  /** True where a scanner for viruses was to be asked and could not. */
  unscanned?: boolean;
}

/** What one row of the database holds; an upload never takes much more memory than this. */
export const chunkBytes = 256 * 1024;

/** Cuts a stream into pieces of one size, the last one excepted, so that a range is found by arithmetic. */
async function* inChunks(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  for await (const piece of source) {
    let rest = piece;
    while (heldBytes + rest.length >= chunkBytes) {
      const cut = chunkBytes - heldBytes;
      yield Buffer.concat([...held, rest.subarray(0, cut)], chunkBytes);
      rest = rest.subarray(cut);
      held = [];
      heldBytes = 0;
    }
    if (rest.length > 0) held.push(rest);
    heldBytes += rest.length;
  }
  if (heldBytes > 0) yield Buffer.concat(held, heldBytes);
}

/** Files of leads in PostgreSQL, in chunks, from the upload until the upstream has them. */
export function createLeadFiles(database: Kysely<Database>, quotas: FileQuotas = defaultFileQuotas) {
  const quota = createFileQuota(database, quotas);

  async function* read(id: string): AsyncGenerator<Uint8Array> {
    for (let number = 0; ; number += 1) {
      const chunk = await database
        .selectFrom('lead_file_chunks')
        .select('bytes')
        .where('file_id', '=', id)
        .where('number', '=', number)
        .executeTakeFirst();
      if (!chunk) return;
      yield chunk.bytes;
    }
  }

  return {
    read,
    admitSuspect: quota.admitSuspect,

    /**
     * Stores an upload while it arrives. It belongs to no lead yet.
     *
     * @param mostBytes what it may come to
     * @param source the upload; each chunk is stored before the next one is read
     * @throws HttpProblem 503 where there is no room for it
     */
    async store(
      file: { name: string; type: string },
      mostBytes: number,
      source: AsyncIterable<Uint8Array>,
    ): Promise<LeadFile> {
      const id = await quota.reserve(file, mostBytes);
      const hash = createHash('sha256');
      let size = 0;
      try {
        let number = 0;
        for await (const bytes of inChunks(source)) {
          hash.update(bytes);
          size += bytes.length;
          await database.insertInto('lead_file_chunks').values({ file_id: id, number, bytes }).execute();
          number += 1;
        }
        await database.updateTable('lead_files').set({ size }).where('id', '=', id).execute();
      } catch (error) {
        await database.deleteFrom('lead_files').where('id', '=', id).execute();
        throw error;
      }
      return { id, ...file, size, hash: hash.digest('hex') };
    },

    /** Reads a part of a stored file. */
    rangeReader:
      (id: string): ReadRange =>
      async (offset, length) => {
        const first = Math.floor(offset / chunkBytes);
        const chunks = await database
          .selectFrom('lead_file_chunks')
          .select('bytes')
          .where('file_id', '=', id)
          .where('number', '>=', first)
          .where('number', '<=', Math.floor((offset + Math.max(length, 1) - 1) / chunkBytes))
          .orderBy('number')
          .execute();
        const start = offset - first * chunkBytes;
        return Buffer.concat(chunks.map((chunk) => chunk.bytes)).subarray(start, start + length);
      },

    async discard(id: string): Promise<void> {
      await database.deleteFrom('lead_files').where('id', '=', id).where('lead_id', 'is', null).execute();
    },

    findOfLead: (leadId: string) =>
      database.selectFrom('lead_files').selectAll().where('lead_id', '=', leadId).executeTakeFirst(),
  };
}

export type LeadFiles = ReturnType<typeof createLeadFiles>;
