/** How much room uploads may take in the database, together and those of suspects. */
import { randomUUIDv7 } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../database/database.ts';
import { transact } from '../../database/transact.ts';
import { HttpProblem } from '../../http/errors.ts';

const mebibyte = 1024 * 1024;

export interface FileQuotas {
  /** Bytes of all files that are on hand. */
  all: number;
  /** Bytes of those among them that came from suspects. */
  quarantined: number;
}

export const defaultFileQuotas: FileQuotas = { all: 2_048 * mebibyte, quarantined: 200 * mebibyte };

/** Where the operator does not act, suspects' files go after so long; the lead itself stays. */
const quarantineDays = 7;
/** An upload takes two minutes at most; what belongs to no lead after so long was left behind by a killed process. */
const orphanMinutes = 10;
const retryAfterSeconds = 600;

/** What there is: of an upload under way what it may come to. */
export async function usedFileBytes(database: Kysely<Database>): Promise<FileQuotas> {
  const { rows } = await sql<FileQuotas>`
    select coalesce(sum(file.size), 0)::float8 as "all",
      coalesce(sum(file.size) filter (where case when file.lead_id is null then file.suspect
        else lead.forward_state = 'quarantined' end), 0)::float8 as quarantined
    from lead_files file left join leads lead on lead.id = file.lead_id`.execute(database);
  return rows[0] ?? { all: 0, quarantined: 0 };
}

function fileRoomTaken(): HttpProblem {
  return new HttpProblem(503, 'We cannot take in more files just now. Please try again in ten minutes.', {
    retryAfterSeconds,
  });
}

export function createFileQuota(database: Kysely<Database>, quotas: FileQuotas) {
  /** One look at a time, on all replicas: two at once would both find the last room free. */
  function alone<Result>(work: (transaction: Transaction<Database>) => Promise<Result>): Promise<Result> {
    return transact(database, async (transaction) => {
      await sql`select pg_advisory_xact_lock(hashtext('lead-file-quota'))`.execute(transaction);
      return work(transaction);
    });
  }

  return {
    /**
     * Makes room for an upload.
     * @param mostBytes what it may come to
     * @returns the id of the file
     * @throws HttpProblem 503 where there is none
     */
    reserve: (file: { name: string; type: string }, mostBytes: number): Promise<string> =>
      alone(async (transaction) => {
        const { all } = await usedFileBytes(transaction);
        if (all + mostBytes > quotas.all) throw fileRoomTaken();
        const id = randomUUIDv7();
        await transaction
          .insertInto('lead_files')
          .values({ id, ...file, size: mostBytes })
          .execute();
        return id;
      }),

    /** Takes a stored file of a suspect into the room of these. @throws HttpProblem 503 where it is full */
    admitSuspect: ({ id, size }: { id: string; size: number }): Promise<void> =>
      alone(async (transaction) => {
        const { quarantined } = await usedFileBytes(transaction);
        if (quarantined + size > quotas.quarantined) throw fileRoomTaken();
        await transaction.updateTable('lead_files').set({ suspect: true }).where('id', '=', id).execute();
      }),
  };
}

/** Removes what uploads left behind whose process was killed, and suspects' files whose time is over. */
export async function discardOldFiles(database: Kysely<Database>): Promise<void> {
  await sql`
    delete from lead_files
    where lead_id is null and created_at < now() - make_interval(mins => ${orphanMinutes})`.execute(database);
  await sql`
    with expired as (
      delete from lead_files file using leads lead
      where lead.id = file.lead_id and lead.forward_state = 'quarantined'
        and file.created_at < now() - make_interval(days => ${quarantineDays})
      returning file.lead_id)
    insert into lead_events (lead_id, kind, detail)
    select lead_id, 'file_expired', ${`after ${quarantineDays} days in quarantine`} from expired`.execute(
    database,
  );
}
