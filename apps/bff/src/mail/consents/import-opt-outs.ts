/** Imports opt-outs from a file, all or none, and undoes an import. Creates no leads and no CRM records. */
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { emailSchema } from '@meridian/contracts/leads/fields';
import { type Kysely, sql, type Transaction } from 'kysely';
import { type CsvFault, readCsv } from '../../platform/csv/read-csv.ts';
import { addressKey, maskedAddress } from '../../platform/database/address-key.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { Refusal } from '../../platform/refusal.ts';

const maxLines = 100_000;

export interface OptOutImport {
  faults: CsvFault[];
  /** Email addresses by their key. */
  created: Map<string, string>;
  unchanged: number;
}

export async function planOptOutImport(database: Kysely<Database>, csv: string): Promise<OptOutImport> {
  const { lines, faults } = readCsv(csv, { columns: ['email'], needed: ['email'], maxLines });
  const created = new Map<string, string>();
  for (const { line, cells } of lines) {
    const parsed = emailSchema.safeParse(cells.email ?? '');
    if (parsed.success) created.set(addressKey(parsed.data), parsed.data.toLowerCase());
    else
      for (const { message } of parsed.error.issues)
        faults.push({ line, column: 'email', message: `${message}.` });
  }
  const known = await database
    .selectFrom('opt_outs')
    .select('address_key')
    .where('address_key', '=', sql<string>`any(${[...created.keys()]}::text[])`)
    .execute();
  for (const { address_key: key } of known) created.delete(key);
  return { faults, created, unchanged: lines.length - created.size };
}

/**
 * Stores opt-outs for the addresses and withdraws their consents to emails. Notifies the CRM only of people
 * whom it already has, or who have a lead that waits for delivery.
 * @returns the id of the import; null if all addresses have opted out already
 */
export async function applyOptOutImport(
  transaction: Transaction<Database>,
  jobs: Pick<Jobs, 'enqueue'>,
  { created }: OptOutImport,
): Promise<string | null> {
  if (created.size === 0) return null;
  const importId = randomUUID();
  const [keys, emails] = [[...created.keys()], [...created.values()]];
  const ids = keys.map(() => randomUUIDv7());
  const { rows } = await sql<{ id: string; crm_state: string }>`
    insert into opt_outs (address_key, id, email, requested_at, crm_state, crm_due_at, import_id)
    select address_key, id, email, clock_timestamp(),
      case when in_crm then 'pending' else 'told' end, case when in_crm then clock_timestamp() end, ${importId}
    from unnest(${keys}::text[], ${ids}::uuid[], ${emails}::text[]) as new (address_key, id, email),
      lateral (select exists (select from leads where leads.email = new.email
        and (crm_id is not null or crm_state = 'pending')) as in_crm) as crm
    on conflict do nothing
    returning id, crm_state`.execute(transaction);
  await sql`
    with ended as (
      update consents set withdrawn_at = clock_timestamp()
      where channel = 'email' and withdrawn_at is null
        and address_key in (select address_key from opt_outs where import_id = ${importId})
      returning id, address_key
    )
    insert into import_rows (import_id, kind, subject, outcome, before, after, imported_at)
    select ${importId}, 'opt_outs', address_key, 'created',
      (select jsonb_agg(ended.id) from ended where ended.address_key = opt_outs.address_key),
      jsonb_build_object('in_crm', crm_state = 'pending'), clock_timestamp()
    from opt_outs where import_id = ${importId}`.execute(transaction);
  const pending = rows.filter(({ crm_state: state }) => state === 'pending').map(({ id }) => id);
  if (pending.length > 0) await jobs.enqueue('push-opt-out', pending, { transaction });
  return importId;
}

const reasons = {
  own: 'have since opted out themselves',
  consented: 'have since agreed to emails again',
  erased: 'have been erased since',
  in_crm: 'are in the CRM, which already has the opt-out',
} as const;

interface UndoRow {
  subject: string;
  email: string | null;
  import_id: string | null;
  in_crm: boolean | null;
  consents: string[] | null;
}

function reasonToStay({
  email,
  import_id: importId,
  in_crm: isInCrm,
}: UndoRow): keyof typeof reasons | undefined {
  if (email === null) return 'consented';
  if (email === '') return 'erased';
  if (importId === null) return 'own';
  return isInCrm === false ? undefined : 'in_crm';
}

/**
 * Removes the opt-outs of an import, and restores the consents that it withdrew.
 * @returns the number of removed opt-outs, and the opt-outs that stay, by reason, with masked addresses
 * (empty if the address is no longer stored)
 * @throws Refusal `not_found` if the import is unknown or already undone
 */
export async function undoOptOutImport(
  transaction: Transaction<Database>,
  importId: string,
): Promise<{ undone: number; left: { reason: string; subjects: string[] }[] }> {
  const ofImport = transaction
    .selectFrom('import_rows')
    .where('import_rows.import_id', '=', importId)
    .where('kind', '=', 'opt_outs');
  const subjects = await ofImport.select('subject').forUpdate().execute();
  if (subjects.length === 0)
    throw new Refusal(
      'not_found',
      'import_unknown',
      'No import of opt-outs has this id, or it is already undone.',
    );
  await transaction
    .selectFrom('opt_outs')
    .select('id')
    .where('import_id', '=', importId)
    .orderBy('address_key')
    .forUpdate()
    .execute();
  const rows: UndoRow[] = await ofImport
    .leftJoin('opt_outs', 'opt_outs.address_key', 'import_rows.subject')
    .select(['subject', 'opt_outs.email', 'opt_outs.import_id'])
    .select(sql<boolean | null>`(after ->> 'in_crm')::boolean`.as('in_crm'))
    .select(sql<string[] | null>`before`.as('consents'))
    .execute();
  const undoable = rows.filter((row) => reasonToStay(row) === undefined);
  const keys = undoable.map(({ subject }) => subject);
  const consents = undoable.flatMap((row) => row.consents ?? []);
  await transaction
    .updateTable('consents')
    .set({ withdrawn_at: null })
    .where('id', '=', sql<string>`any(${consents}::uuid[])`)
    .execute();
  await transaction
    .deleteFrom('opt_outs')
    .where('address_key', '=', sql<string>`any(${keys}::text[])`)
    .execute();
  await transaction
    .deleteFrom('import_rows')
    .where('import_id', '=', importId)
    .where('subject', '=', sql<string>`any(${keys}::text[])`)
    .execute();
  const left = (Object.keys(reasons) as (keyof typeof reasons)[]).map((reason) => ({
    reason: reasons[reason],
    subjects: rows
      .filter((row) => reasonToStay(row) === reason)
      .map(({ email }) => (email ? maskedAddress(email) : '')),
  }));
  return { undone: undoable.length, left: left.filter((one) => one.subjects.length > 0) };
}
