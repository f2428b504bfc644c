import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { ReadRange } from './docx.ts';
import { createFileQuota, defaultFileQuotas, type FileQuotas } from './file-quota.ts';

/** A stored file of a form. */
export interface LeadFile {
  id: string;
  /** Base name, for the upstream. */
  name: string;
  /** Media type, detected by content. */
  type: string;
  size: number;
  /** SHA-256, hexadecimal. */
  hash: string;
  /** True if a virus scan was configured but failed. */
  unscanned?: boolean;
}

/** Size of a stored chunk in bytes; limits the memory of an upload. */
export const chunkBytes = 256 * 1024;

/** Splits a stream into chunks of equal size, except the last, so that ranges map to rows. */
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

/** Stores files of leads in PostgreSQL, in chunks, until they are forwarded. */
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
     * Stores an upload as a stream; no lead owns it yet.
     * @param maxBytes max size of the upload
     * @param source each chunk is stored before the next is read
     * @throws Refusal `unavailable` if the quota is used up
     */
    async store(
      file: { name: string; type: string },
      maxBytes: number,
      source: AsyncIterable<Uint8Array>,
    ): Promise<LeadFile> {
      const id = await quota.reserve(file, maxBytes);
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

    /** Reads ranges of a stored file. */
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
