/** Storage quotas of uploads: all, and those of suspected spam. */
import { randomUUIDv7 } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';

const mebibyte = 1024 * 1024;

export interface FileQuotas {
  /** Bytes of all stored files. */
  all: number;
  /** Bytes of files from suspected and rejected spam. */
  quarantined: number;
}

export const defaultFileQuotas: FileQuotas = { all: 2_048 * mebibyte, quarantined: 200 * mebibyte };

/** Files of quarantined and rejected leads are deleted after this many days; the leads stay. */
const quarantineDays = 7;
/**
 * Uploads take at most two minutes. A file without a lead after this many minutes was orphaned by a crash.
 */
const orphanMinutes = 10;
const retryAfterSeconds = 600;

/** Used bytes; an upload in progress counts its reserved maximum. */
export async function usedFileBytes(database: Kysely<Database>): Promise<FileQuotas> {
  const { rows } = await sql<FileQuotas>`
    select coalesce(sum(file.size), 0)::float8 as "all",
      coalesce(sum(file.size) filter (where case when file.lead_id is null then file.suspect
        else lead.forward_state in ('quarantined', 'rejected') end), 0)::float8 as quarantined
    from lead_files file left join leads lead on lead.id = file.lead_id`.execute(database);
  return rows[0] ?? { all: 0, quarantined: 0 };
}

function fileRoomTaken(): Refusal {
  return new Refusal(
    'unavailable',
    'files_full',
    'We cannot accept more files at the moment. Please try again in ten minutes.',
    {
      retryAfterSeconds,
    },
  );
}

export function createFileQuota(database: Kysely<Database>, quotas: FileQuotas) {
  /** Serialises quota checks across replicas, because two concurrent checks could both pass. */
  function alone<Result>(work: (transaction: Transaction<Database>) => Promise<Result>): Promise<Result> {
    return transact(database, async (transaction) => {
      await sql`select pg_advisory_xact_lock(hashtext('lead-file-quota'))`.execute(transaction);
      return work(transaction);
    });
  }

  return {
    /**
     * Reserves quota for an upload.
     * @param maxBytes max size of the upload
     * @returns the file's id
     * @throws Refusal `unavailable` if the quota is used up
     */
    reserve: (file: { name: string; type: string }, maxBytes: number): Promise<string> =>
      alone(async (transaction) => {
        const { all } = await usedFileBytes(transaction);
        if (all + maxBytes > quotas.all) throw fileRoomTaken();
        const id = randomUUIDv7();
        await transaction
          .insertInto('lead_files')
          .values({ id, ...file, size: maxBytes })
          .execute();
        return id;
      }),

    /**
     * Counts a stored file of suspected spam towards the quota of quarantined files.
     * @throws Refusal `unavailable` if this quota is used up
     */
    admitSuspect: ({ id, size }: { id: string; size: number }): Promise<void> =>
      alone(async (transaction) => {
        const { quarantined } = await usedFileBytes(transaction);
        if (quarantined + size > quotas.quarantined) throw fileRoomTaken();
        await transaction.updateTable('lead_files').set({ suspect: true }).where('id', '=', id).execute();
      }),
  };
}

/** Deletes orphaned uploads and expired quarantined files. */
export async function discardOldFiles(database: Kysely<Database>): Promise<void> {
  await sql`
    delete from lead_files
    where lead_id is null and created_at < now() - make_interval(mins => ${orphanMinutes})`.execute(database);
  await sql`
    with expired as (
      delete from lead_files file using leads lead
      where lead.id = file.lead_id and lead.forward_state in ('quarantined', 'rejected')
        and file.created_at < now() - make_interval(days => ${quarantineDays})
      returning file.lead_id)
    insert into lead_events (lead_id, kind, detail)
    select lead_id, 'file_expired', ${`after ${quarantineDays} days in quarantine`} from expired`.execute(
    database,
  );
}
