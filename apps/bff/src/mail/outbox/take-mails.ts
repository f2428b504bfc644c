/** Leases due emails in groups, and composes and freezes their content in the same transaction. */
import { kindsWith } from '@meridian/mail-templates/kinds';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { addressKey } from '../../platform/database/address-key.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { transact } from '../../platform/database/transact.ts';
import type { Composed, ComposedMail, Composer, DropReason, DueMail } from './composer.ts';
import { type MailState, stepOf } from './mail-state.ts';
import { takeAllowance } from './rate-limit.ts';
import { mailFacts } from './tables.ts';
import { isTestAddress } from './test-domains.ts';

export interface TakingOptions {
  database: Kysely<Database>;
  composers: readonly Composer[];
  /** Domain of the `Message-ID`. */
  domain: string;
  operatorEmail: string | undefined;
  limitPerMinute: number;
  /** Domains that emails may go to outside production; if undefined, emails go to every domain. */
  testDomains: readonly string[] | undefined;
  leaseMs: number;
}

/** A leased email. */
export interface LeasedMail extends ComposedMail {
  messageId: string;
  /** Number of this attempt: failures of earlier attempts are ignored. */
  attempt: number;
}

type Row = Selectable<Schema['mails']> & { age_ms: number; is_late: boolean };

/** Not `now()`, which is the start of the transaction and too early if the transaction had to wait. */
const clockTimestamp = sql<Date>`clock_timestamp()`;

function selectDue(transaction: Transaction<Database>, limit: number) {
  return transaction
    .selectFrom('mails')
    .selectAll()
    .select([
      sql<number>`(extract(epoch from clock_timestamp() - created_at) * 1000)::float8`.as('age_ms'),
      sql<boolean>`coalesce(expires_at <= clock_timestamp(), false)`.as('is_late'),
    ])
    .where('state', '=', 'due')
    .where('next_try_at', '<=', clockTimestamp)
    .where(sql<boolean>`coalesce(busy_until <= clock_timestamp(), true)`)
    .orderBy('next_try_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

async function suppressedOf(transaction: Transaction<Database>, rows: readonly Row[]): Promise<Set<string>> {
  const keys = [...new Set(rows.map(({ recipient }) => addressKey(recipient)))];
  if (keys.length === 0) return new Set();
  const found = await transaction
    .selectFrom('mail_suppressions')
    .select('address_key')
    .where('address_key', 'in', keys)
    .execute();
  return new Set(found.map((row) => row.address_key));
}

const unsubscribableKinds: ReadonlySet<string> = new Set(kindsWith('canUnsubscribe'));

async function optedOutOf(transaction: Transaction<Database>, rows: readonly Row[]): Promise<Set<string>> {
  const unsubscribable = rows.filter(({ kind }) => unsubscribableKinds.has(kind));
  if (unsubscribable.length === 0) return new Set();
  const found = await transaction
    .selectFrom('opt_outs')
    .select('address_key')
    .where(
      'address_key',
      'in',
      unsubscribable.map(({ recipient }) => addressKey(recipient)),
    )
    .execute();
  const keys = new Set(found.map((row) => row.address_key));
  return new Set(
    unsubscribable.filter(({ recipient }) => keys.has(addressKey(recipient))).map(({ id }) => id),
  );
}

/** Composers accept missing facts: in the worst case the email is dropped or refused. */
const factsOf = ({ facts }: Row) => mailFacts.tryParse(facts) ?? {};

function dueMailOf(row: Row): DueMail {
  return {
    id: row.id,
    kind: row.kind,
    orderId: row.order_id,
    leadId: row.lead_id,
    recipient: row.recipient,
    facts: factsOf(row),
    createdAt: row.created_at,
    ageMs: row.age_ms,
  };
}

async function composeAll(
  transaction: Transaction<Database>,
  composers: readonly Composer[],
  rows: readonly Row[],
): Promise<Map<string, Composed>> {
  const composed = new Map<string, Composed>();
  for (const { kinds, compose } of composers) {
    const own = rows.filter(({ kind }) => kinds.some((own) => own === kind)).map(dueMailOf);
    if (own.length === 0) continue;
    const results = await compose(transaction, own);
    for (const { id } of own) composed.set(id, results.get(id) ?? { kind: 'drop', reason: 'outdated' });
  }
  return composed;
}

async function end(
  transaction: Transaction<Database>,
  state: MailState,
  ended: readonly { id: string; reason: string }[],
): Promise<void> {
  for (const [reason, rows] of Map.groupBy(ended, (row) => row.reason))
    await transaction
      .updateTable('mails')
      .set({ state, reason, busy_until: null, updated_at: databaseNow })
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute();
}

async function postpone(
  transaction: Transaction<Database>,
  waiting: readonly { id: string; delayMs: number }[],
): Promise<void> {
  for (const [delayMs, rows] of Map.groupBy(waiting, (row) => row.delayMs))
    await transaction
      .updateTable('mails')
      .set({ next_try_at: sql<Date>`clock_timestamp() + ${delayMs} * interval '1 millisecond'` })
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute();
}

interface Ready {
  row: Row;
  data: unknown;
  requestId: string | null;
}

async function lease(
  transaction: Transaction<Database>,
  { domain, leaseMs, operatorEmail }: TakingOptions,
  ready: readonly Ready[],
): Promise<LeasedMail[]> {
  if (ready.length === 0) return [];
  const ids = ready.map(({ row }) => row.id);
  // Data that is already frozen is not overwritten.
  const texts = ready.map(({ row, data }) => (row.data === null ? JSON.stringify(data) : null));
  const { rows } = await sql<{ id: string; attempts: number; message_id: string }>`
    update mails set
      busy_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond',
      attempts = mails.attempts + 1, updated_at = now(),
      data = coalesce(mails.data, fresh.data::jsonb),
      message_id = coalesce(message_id, '<' || mails.id || '.' || copy || '@' || ${domain}::text || '>')
    from unnest(${ids}::uuid[], ${texts}::text[]) as fresh (id, data)
    where mails.id = fresh.id
    returning mails.id, mails.attempts, mails.message_id`.execute(transaction);
  const taken = new Map(rows.map((row) => [row.id, row]));
  return ready.flatMap(({ row, data, requestId }) => {
    const lease = taken.get(row.id);
    if (!lease) return [];
    return [
      {
        id: row.id,
        kind: row.kind,
        orderId: row.order_id,
        createdAt: row.created_at,
        facts: factsOf(row),
        requestId,
        recipient: row.recipient || (operatorEmail ?? ''),
        data: row.data ?? data,
        messageId: lease.message_id,
        attempt: lease.attempts,
      },
    ];
  });
}

/**
 * Leases a batch of due emails, the oldest first. Drops, refuses or postpones the others.
 * @returns the leased emails, and the number of emails examined
 */
export function takeMails(
  options: TakingOptions,
  batchSize: number,
): Promise<{ mails: LeasedMail[]; examined: number }> {
  const { database, composers, operatorEmail, limitPerMinute, testDomains } = options;
  return transact(database, async (transaction) => {
    const allowed = await takeAllowance(transaction, limitPerMinute, batchSize);
    const rows = allowed === 0 ? [] : await selectDue(transaction, allowed);
    const suppressed = await suppressedOf(transaction, rows);
    const optedOut = await optedOutOf(transaction, rows);
    const composed = await composeAll(transaction, composers, rows);
    const dropped: { id: string; reason: DropReason }[] = [];
    const refused: { id: string; reason: string }[] = [];
    const waiting: { id: string; delayMs: number }[] = [];
    const ready: Ready[] = [];
    for (const row of rows) {
      // Kinds without a composer: `facts` is all their data.
      const result = composed.get(row.id) ?? { kind: 'ready', data: row.facts, requestId: null };
      const isForNobody = row.recipient === '' && operatorEmail === undefined;
      const reason =
        (row.is_late && 'too_late') ||
        (isForNobody && 'no_operator') ||
        (testDomains && !isTestAddress(row.recipient || (operatorEmail ?? ''), testDomains) && 'held_back') ||
        (suppressed.has(addressKey(row.recipient)) && 'suppressed') ||
        (optedOut.has(row.id) && 'unsubscribed') ||
        (result.kind === 'drop' && result.reason);
      if (reason) dropped.push({ id: row.id, reason });
      else if (result.kind === 'refuse') refused.push({ id: row.id, reason: result.reason });
      else if (result.kind === 'wait') waiting.push({ id: row.id, delayMs: result.delayMs });
      else if (result.kind === 'ready')
        ready.push({ row, data: result.data, requestId: result.requestId ?? null });
    }
    await end(transaction, stepOf('dropped').to, dropped);
    await end(transaction, stepOf('refused').to, refused);
    await postpone(transaction, waiting);
    const mails = await lease(transaction, options, ready);
    await takeAllowance(transaction, limitPerMinute, mails.length - allowed);
    return { mails, examined: rows.length };
  });
}
