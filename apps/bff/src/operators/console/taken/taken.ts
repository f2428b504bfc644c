/** Who took an order or a lead to work on, so that two operators do not do the same twice. */
import type { TakenRow, TakenSubject } from '@meridian/contracts/console/taken';
import type { Kysely } from 'kysely';
import { ago, databaseNow } from '../../../platform/database/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { transact } from '../../../platform/database/transact.ts';
import { sessionTotalMs } from '../../accounts/session-limits.ts';
import { type AuditEntry, recordAudit } from '../../audit/audit-log.ts';

const shown = 500;

const columnsOf = ({ kind, id }: TakenSubject) => ({ subject_kind: kind, subject_id: id });

const holders = (database: Kysely<Database>) =>
  database
    .selectFrom('taken_subjects')
    .innerJoin('operators', 'operators.id', 'taken_subjects.operator_id')
    .where('taken_at', '>', ago(sessionTotalMs));

export async function listTaken(database: Kysely<Database>): Promise<TakenRow[]> {
  const rows = await holders(database)
    .select(['subject_kind as kind', 'subject_id as id', 'name as operator_name', 'email as operator_email'])
    .select('taken_at')
    .orderBy('taken_at')
    .limit(shown)
    .execute();
  return rows.map(({ taken_at: taken, ...row }) => ({ ...row, taken_at: taken.toISOString() }));
}

/** @returns the name of another operator who has it, or undefined once it is taken */
export function take(
  database: Kysely<Database>,
  operatorId: string,
  subject: TakenSubject,
  entry: AuditEntry,
): Promise<string | undefined> {
  return transact(database, async (transaction) => {
    await transaction.deleteFrom('taken_subjects').where('taken_at', '<=', ago(sessionTotalMs)).execute();
    const taken = await transaction
      .insertInto('taken_subjects')
      .values({ ...columnsOf(subject), operator_id: operatorId, taken_at: databaseNow })
      .onConflict((known) => known.doNothing())
      .returning('operator_id')
      .execute();
    if (taken.length > 0) {
      await recordAudit(transaction, entry);
      return undefined;
    }
    const holder = await holders(transaction)
      .select(['operator_id', 'name'])
      .where('subject_kind', '=', subject.kind)
      .where('subject_id', '=', subject.id)
      .executeTakeFirst();
    return holder?.operator_id === operatorId ? undefined : (holder?.name ?? 'Another operator');
  });
}

/** Gives it back. @param operatorId whose it has to be; undefined: anybody's @returns false if it is not taken */
export async function release(
  database: Kysely<Database>,
  subject: TakenSubject,
  operatorId?: string,
): Promise<boolean> {
  let query = database
    .deleteFrom('taken_subjects')
    .where('subject_kind', '=', subject.kind)
    .where('subject_id', '=', subject.id);
  if (operatorId !== undefined) query = query.where('operator_id', '=', operatorId);
  return (await query.returning('operator_id').execute()).length > 0;
}
