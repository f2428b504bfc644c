/** Who has a page open, and who took what it is about, so that two operators do not do the same twice. */
import type { PresenceRow, PresenceSubject } from '@meridian/contracts/console/presence';
import { type Kysely, sql } from 'kysely';
import { ago, databaseNow } from '../../../platform/database/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { transact } from '../../../platform/database/transact.ts';
import { sessionTotalMs } from '../../accounts/session-limits.ts';
import { type AuditEntry, recordAudit } from '../../audit/audit-log.ts';

/** An open page says so every half minute. */
const openMs = 75_000;
const shown = 500;

export interface Subject {
  kind: PresenceSubject;
  id: string;
}

export async function listPresence(database: Kysely<Database>): Promise<PresenceRow[]> {
  const rows = await database
    .selectFrom('operator_presence')
    .innerJoin('operators', 'operators.id', 'operator_presence.operator_id')
    .select(['subject_kind as kind', 'subject_id as id', 'name as operator_name', 'email as operator_email'])
    .select(['taken_at', sql<boolean>`seen_at > ${ago(openMs)}`.as('is_open')])
    .where((where) =>
      where.or([where('seen_at', '>', ago(openMs)), where('taken_at', '>', ago(sessionTotalMs))]),
    )
    .orderBy('taken_at')
    .limit(shown)
    .execute();
  return rows.map(({ taken_at: taken, ...row }) => ({ ...row, taken_at: taken?.toISOString() ?? null }));
}

/** Notes that an operator has the page open. */
export async function noteOpen(
  database: Kysely<Database>,
  operatorId: string,
  subject: Subject,
): Promise<void> {
  await database
    .insertInto('operator_presence')
    .values({ ...columnsOf(subject), operator_id: operatorId, seen_at: databaseNow })
    .onConflict((known) =>
      known.columns(['subject_kind', 'subject_id', 'operator_id']).doUpdateSet({ seen_at: databaseNow }),
    )
    .execute();
}

const columnsOf = ({ kind, id }: Subject) => ({ subject_kind: kind, subject_id: id });

/** Notes that the page is closed. What was taken stays taken. */
export async function noteClosed(
  database: Kysely<Database>,
  operatorId: string,
  subject: Subject,
): Promise<void> {
  const own = database
    .deleteFrom('operator_presence')
    .where('operator_id', '=', operatorId)
    .where('subject_kind', '=', subject.kind)
    .where('subject_id', '=', subject.id)
    .where('taken_at', 'is', null);
  await own.execute();
  // Browsers that were closed without a word.
  await database
    .deleteFrom('operator_presence')
    .where('seen_at', '<', ago(sessionTotalMs))
    .where((where) => where.or([where('taken_at', 'is', null), where('taken_at', '<', ago(sessionTotalMs))]))
    .execute();
}

export type Taken = { kind: 'taken' } | { kind: 'other'; name: string };

/** Takes a subject, unless another operator has it. */
export function take(
  database: Kysely<Database>,
  operatorId: string,
  subject: Subject,
  entry: AuditEntry,
): Promise<Taken> {
  return transact(database, async (transaction) => {
    // Serialises operators who press at the same time.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`presence ${subject.kind} ${subject.id}`}, 0))`.execute(
      transaction,
    );
    const holder = await transaction
      .selectFrom('operator_presence')
      .innerJoin('operators', 'operators.id', 'operator_presence.operator_id')
      .select(['operator_id', 'name', sql<boolean>`taken_at > ${ago(sessionTotalMs)}`.as('holds')])
      .where('subject_kind', '=', subject.kind)
      .where('subject_id', '=', subject.id)
      .where('taken_at', 'is not', null)
      .executeTakeFirst();
    if (holder?.operator_id === operatorId && holder.holds) return { kind: 'taken' };
    if (holder?.holds) return { kind: 'other', name: holder.name };
    if (holder) await release(transaction, subject);
    await transaction
      .insertInto('operator_presence')
      .values({
        ...{ ...columnsOf(subject), operator_id: operatorId },
        ...{ seen_at: databaseNow, taken_at: databaseNow },
      })
      .onConflict((known) =>
        known
          .columns(['subject_kind', 'subject_id', 'operator_id'])
          .doUpdateSet({ seen_at: databaseNow, taken_at: databaseNow }),
      )
      .execute();
    await recordAudit(transaction, entry);
    return { kind: 'taken' };
  });
}

/** Gives a subject back. @param operatorId whose it has to be; undefined: anybody's @returns false if it is not taken */
export async function release(
  database: Kysely<Database>,
  subject: Subject,
  operatorId?: string,
): Promise<boolean> {
  let query = database
    .updateTable('operator_presence')
    .set({ taken_at: null })
    .where('subject_kind', '=', subject.kind)
    .where('subject_id', '=', subject.id)
    .where('taken_at', 'is not', null);
  if (operatorId !== undefined) query = query.where('operator_id', '=', operatorId);
  return (await query.returning('operator_id').execute()).length > 0;
}
