/** Imports the coupons of a file, all or none, and undoes imports. */
import { randomUUID } from 'node:crypto';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { CsvFault } from '../../platform/csv/read-csv.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type CouponLine, type CouponValues, readCoupons } from './read-coupons.ts';

export interface CouponImport {
  faults: CsvFault[];
  created: (CouponValues & { code: string })[];
  changed: (CouponValues & { code: string })[];
  unchanged: number;
}

type Existing = Selectable<Schema['coupons']> & { is_used: boolean };

async function readExisting(
  database: Kysely<Database>,
  codes: readonly string[],
  { lock }: { lock: boolean },
): Promise<Map<string, Existing>> {
  const ofFile = database.selectFrom('coupons').where('code', '=', sql<string>`any(${[...codes]}::text[])`);
  if (lock) {
    await sql`lock table coupons in share row exclusive mode`.execute(database);
    // A reservation of a use locks the coupon's row, so it waits for this lock.
    await ofFile.select('id').orderBy('id').forUpdate().execute();
  }
  const rows = await ofFile
    .selectAll()
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('coupon_uses')
          .select('order_id')
          .whereRef('coupon_uses.coupon_id', '=', 'coupons.id')
          .where('state', '<>', 'released'),
      )
        .$castTo<boolean>()
        .as('is_used'),
    )
    .execute();
  return new Map(rows.map((row) => [row.code, row]));
}

const valuesOf = (row: Existing): CouponValues => ({
  label: row.label,
  percent: row.percent,
  amount_paise: row.amount_paise === null ? null : Number(row.amount_paise),
  starts_at: row.starts_at.toISOString(),
  ends_at: row.ends_at?.toISOString() ?? null,
  courses: row.courses.map(Number),
  categories: row.categories,
  batches: row.batches.map(Number),
  max_uses: row.max_uses,
  max_uses_per_email: row.max_uses_per_email,
  min_seats: row.min_seats,
  automatic: row.automatic,
});

const newValues = (code: string, now: Date): CouponValues => ({
  label: code,
  percent: null,
  amount_paise: null,
  starts_at: now.toISOString(),
  ends_at: null,
  courses: [],
  categories: [],
  batches: [],
  max_uses: null,
  max_uses_per_email: null,
  min_seats: 1,
  automatic: false,
});

/** @returns the errors of a line that depend on the existing coupon, or on first and last day together */
function faultsOf({ line }: CouponLine, after: CouponValues, existing: Existing | undefined): CsvFault[] {
  const faults: CsvFault[] = [];
  if (existing?.closed_at)
    faults.push({ line, column: 'code', message: `${existing.code} was ended. Choose another code.` });
  const isOtherDiscount =
    existing !== undefined &&
    (existing.percent !== after.percent || valuesOf(existing).amount_paise !== after.amount_paise);
  if (isOtherDiscount && existing.is_used)
    faults.push({
      line,
      column: after.percent === null ? 'rupees' : 'percent',
      message: `Orders use ${existing.code}, so its discount cannot change. Choose another code.`,
    });
  if (after.ends_at !== null && after.ends_at <= after.starts_at)
    faults.push({ line, column: 'to', message: 'The last day is before the first.' });
  return faults;
}

/**
 * Compares the coupons of a file with the stored ones.
 *
 * @param options.now start of new coupons for which the file names no first day
 * @param options.lock true in the transaction that applies the plan: locks the coupons, so that codes and
 * uses stay as planned
 */
export async function planCouponImport(
  database: Kysely<Database>,
  csv: string,
  options: { now: Date; lock: boolean },
): Promise<CouponImport> {
  const { coupons, faults } = readCoupons(csv);
  const known = await readExisting(
    database,
    coupons.map(({ code }) => code),
    options,
  );
  const plan: CouponImport = { faults, created: [], changed: [], unchanged: 0 };
  for (const coupon of coupons) {
    const { code, values } = coupon;
    const existing = known.get(code);
    const before = existing ? valuesOf(existing) : newValues(code, options.now);
    const after = { ...before, ...values };
    const isChange = JSON.stringify(before) !== JSON.stringify(after);
    if (!existing || isChange) faults.push(...faultsOf(coupon, after, existing));
    if (!existing) plan.created.push({ code, ...after });
    else if (isChange) plan.changed.push({ code, ...after });
    else plan.unchanged += 1;
  }
  return plan;
}

const columns = sql.raw(
  'label, percent, amount_paise, starts_at, ends_at, courses, categories, batches, max_uses, max_uses_per_email, min_seats, automatic',
);

/** @returns the id of the import; null if it changes nothing */
export async function applyCouponImport(
  transaction: Transaction<Database>,
  { created, changed }: CouponImport,
): Promise<string | null> {
  if (created.length + changed.length === 0) return null;
  const id = randomUUID();
  const rows = (values: CouponImport['created']) =>
    sql`jsonb_populate_recordset(null::coupons, ${JSON.stringify(values)}::jsonb)`;
  await sql`
    with made as (
      insert into coupons (code, ${columns}, created_at) select code, ${columns}, now() from ${rows(created)}
      returning *
    )
    insert into import_rows (import_id, kind, subject, outcome, after, imported_at)
    select ${id}, 'coupons', code, 'created', to_jsonb(made), clock_timestamp() from made`.execute(
    transaction,
  );
  await sql`
    insert into import_rows (import_id, kind, subject, outcome, before, imported_at)
    select ${id}, 'coupons', coupons.code, 'changed', to_jsonb(coupons), clock_timestamp()
    from coupons join ${rows(changed)} as new using (code)`.execute(transaction);
  await setValues(transaction, rows(changed));
  await sql`
    update import_rows set after = to_jsonb(coupons) from coupons
    where import_id = ${id} and outcome = 'changed' and coupons.code = subject`.execute(transaction);
  return id;
}

/** @param rows rows of the table `coupons`, as the source of a statement */
function setValues(transaction: Transaction<Database>, rows: ReturnType<typeof sql>) {
  return sql`
    update coupons set (${columns}) = (
      new.label, new.percent, new.amount_paise, new.starts_at, new.ends_at, new.courses, new.categories, new.batches,
      new.max_uses, new.max_uses_per_email, new.min_seats, new.automatic)
    from ${rows} as new where coupons.code = new.code`.execute(transaction);
}

export interface UndoneImport {
  undone: number;
  /** Coupons that were not undone, by reason. */
  left: { reason: string; subjects: string[] }[];
}

const wasUsed = 'used by orders';
const wasChanged = 'changed since';

/**
 * Removes the coupons that an import created, and restores the coupons that it changed. Leaves coupons that
 * orders have used since, or that have changed since.
 *
 * @throws Refusal `not_found` if nothing of the import is left to undo
 */
export async function undoCouponImport(
  transaction: Transaction<Database>,
  importId: string,
): Promise<UndoneImport> {
  const ofImport = transaction
    .selectFrom('import_rows')
    .where('import_id', '=', importId)
    .where('kind', '=', 'coupons');
  const subjects = await ofImport.select('subject').forUpdate().execute();
  if (subjects.length === 0)
    throw new Refusal('not_found', 'import_unknown', 'No import of coupons has this id, or it is undone.');
  await readExisting(
    transaction,
    subjects.map(({ subject }) => subject),
    { lock: true },
  );
  const rows = await ofImport
    .innerJoin('coupons', 'coupons.code', 'import_rows.subject')
    .select(['subject', 'outcome'])
    .select(
      // If `before` and `after` name a person, an erasure empties them.
      sql<boolean>`coupons is not distinct from jsonb_populate_record(null::coupons, after)
        and (outcome = 'created' or before is not null)`.as('is_same'),
    )
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('coupon_uses')
          .select('order_id')
          .whereRef('coupon_uses.coupon_id', '=', 'coupons.id')
          .where(sql<boolean>`(outcome = 'created' or reserved_at >= imported_at)`),
      )
        .$castTo<boolean>()
        .as('is_used'),
    )
    .orderBy('subject')
    .execute();
  const undoable = rows.filter((row) => row.is_same && !row.is_used);
  const codesOf = (outcome: 'created' | 'changed') =>
    undoable.filter((row) => row.outcome === outcome).map(({ subject }) => subject);
  await setValues(
    transaction,
    sql`(select old.* from import_rows, jsonb_populate_record(null::coupons, before) as old
      where import_id = ${importId} and subject = any(${codesOf('changed')}::text[]))`,
  );
  await transaction
    .deleteFrom('coupons')
    .where('code', '=', sql<string>`any(${codesOf('created')}::text[])`)
    .execute();
  await transaction
    .deleteFrom('import_rows')
    .where('import_id', '=', importId)
    .where('subject', '=', sql<string>`any(${undoable.map(({ subject }) => subject)}::text[])`)
    .execute();
  const leftBy = (reason: string, fits: (row: (typeof rows)[number]) => boolean) => ({
    reason,
    subjects: rows.filter(fits).map(({ subject }) => subject),
  });
  return {
    undone: undoable.length,
    left: [
      leftBy(wasUsed, ({ is_used: isUsed }) => isUsed),
      leftBy(wasChanged, ({ is_used: isUsed, is_same: isSame }) => !isUsed && !isSame),
    ].filter((one) => one.subjects.length > 0),
  };
}
