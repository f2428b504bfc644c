/** The versions of the terms for refunds and moves. */
import { refundStep } from '@meridian/contracts/enrolment/refund-policy';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { z } from 'zod';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { storedColumn } from '../../platform/database/stored-column.ts';
import { type CurrentTerms, saleTerms } from './terms.ts';

export interface TermsVersion extends CurrentTerms {
  validFrom: Date;
  /** Email of the operator; null for the first version. */
  changedBy: string | null;
  note: string;
}

const steps = storedColumn('sale_terms.refund_steps', z.array(refundStep).readonly());
const moves = storedColumn('sale_terms.moves', saleTerms.shape.moves);

function toVersion(row: Selectable<Schema['sale_terms']>): TermsVersion {
  const key = String(row.version);
  return {
    version: row.version,
    refundPolicy: steps.parse(row.refund_steps, key),
    changePolicy: {
      moves: moves.parse(row.moves, key),
      attendeesUntilHoursBefore: row.attendees_until_hours,
    },
    validFrom: row.valid_from,
    changedBy: row.changed_by,
    note: row.note,
  };
}

/** @returns all versions, the newest first */
export async function readTermsVersions(database: Kysely<Database>): Promise<TermsVersion[]> {
  const rows = await database.selectFrom('sale_terms').selectAll().orderBy('version', 'desc').execute();
  return rows.map(toVersion);
}

/** @returns the terms of new orders */
export async function readCurrentTerms(database: Kysely<Database>): Promise<TermsVersion> {
  return toVersion(
    await database
      .selectFrom('sale_terms')
      .selectAll()
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow(),
  );
}

/**
 * Adds the next version of the terms.
 *
 * @param change makes the next version from the present one
 */
export async function addTermsVersion(
  transaction: Transaction<Database>,
  change: (current: TermsVersion) => Pick<TermsVersion, 'refundPolicy' | 'changePolicy' | 'note'>,
  changedBy: string,
): Promise<TermsVersion> {
  // The second of two concurrent operators then changes the version that the first one added.
  await sql`lock table sale_terms in share row exclusive mode`.execute(transaction);
  const current = await readCurrentTerms(transaction);
  const { refundPolicy, changePolicy, note } = change(current);
  return toVersion(
    await transaction
      .insertInto('sale_terms')
      .values({
        version: current.version + 1,
        refund_steps: JSON.stringify(refundPolicy),
        moves: JSON.stringify(changePolicy.moves),
        attendees_until_hours: changePolicy.attendeesUntilHoursBefore,
        valid_from: databaseNow,
        changed_by: changedBy,
        note,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}
