/** Data requests: emails a link, shows the data held, and records confirmed requests for erasure. */
import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto';
import {
  answerDays,
  type DataLinkAnswer,
  type DataLinkData,
  type DataRequestKind,
  type ErasureRequested,
} from '@meridian/contracts/privacy/data-requests';
import type { FastifyBaseLogger } from 'fastify';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { NewMail } from '../../mail/outbox/enqueue-mails.ts';
import { ago, databaseNow, fromNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isNothing, readHeld } from './held-data.ts';

const linkMinutes = 15;
const linkMs = linkMinutes * 60_000;
const dayMs = 24 * 60 * 60_000;

export interface DataRequestDependencies {
  database: Kysely<Database>;
  log: Pick<FastifyBaseLogger, 'info' | 'error'>;
  /** Origin of the site, for the links in emails. */
  publicUrl: string;
  /** Origin of the console, if there is one. */
  consoleUrl?: string | undefined;
  /** Undefined if no emails are sent; people are then referred to the grievance officer. */
  enqueueMails?:
    | ((transaction: Transaction<Database>, mails: readonly NewMail[]) => Promise<unknown>)
    | undefined;
  /** Called with work that continues after the response. */
  track?: (work: Promise<unknown>) => void;
}

export interface DataRequests {
  /**
   * Emails a link if data of the address is held. Responds before the lookup, and identically for every
   * address.
   */
  sendLink(email: string, kind: DataRequestKind, requestedFrom: string): DataLinkAnswer;
  /** @returns the data that a link shows; undefined for an unknown link. Read-only */
  show(link: string): Promise<DataLinkData | undefined>;
  /**
   * Records the request for erasure; the link can then no longer be used.
   * @throws Refusal `not_found`, `conflict`, `gone`
   */
  confirm(link: string): Promise<ErasureRequested>;
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** The token follows `#`: browsers do not send it to a server. */
export const dataPath = (token: string) => `/receipt/lost#data=${token}`;

async function mailLink(
  { database, publicUrl, log }: DataRequestDependencies,
  enqueueMails: NonNullable<DataRequestDependencies['enqueueMails']>,
  address: string,
  kind: DataRequestKind,
  requestedFrom: string,
): Promise<void> {
  const email = address.trim().toLowerCase();
  if (isNothing(await readHeld(database, email))) return;
  await transact(database, async (transaction) => {
    await transaction
      .deleteFrom('data_requests')
      .where('confirmed_at', 'is', null)
      .where('expires_at', '<', ago(dayMs))
      .execute();
    const token = randomBytes(20).toString('hex');
    const { expires_at: expiresAt } = await transaction
      .insertInto('data_requests')
      .values({
        id: randomUUIDv7(),
        kind,
        token_hash: hashOf(token),
        email,
        outcome: null,
        note: null,
        created_at: databaseNow,
        expires_at: fromNow(linkMs),
      })
      .returning('expires_at')
      .executeTakeFirstOrThrow();
    const url = new URL(dataPath(token), publicUrl).href;
    const facts = { request: kind, url, expiresAt: expiresAt.toISOString() };
    const cause = `data_link:${hashOf(token)}`;
    await enqueueMails(transaction, [
      { kind: 'data_link', cause, recipient: email, facts, expiresAt, requestedFrom },
    ]);
  });
  log.info({ kind }, 'a link to the data of an address was requested');
}

const isOver = sql<boolean>`expires_at <= clock_timestamp()`;

function findLink(database: Kysely<Database>, token: string) {
  return database
    .selectFrom('data_requests')
    .selectAll()
    .select(isOver.as('is_over'))
    .where('token_hash', '=', hashOf(token));
}

function stateOf(link: { confirmed_at: Date | null; is_over: boolean }): DataLinkData['state'] {
  if (link.confirmed_at !== null) return 'used';
  return link.is_over ? 'expired' : 'open';
}

async function show({ database }: DataRequestDependencies, token: string): Promise<DataLinkData | undefined> {
  const link = await findLink(database, token).executeTakeFirst();
  if (!link) return undefined;
  const state = stateOf(link);
  return {
    kind: link.kind,
    state,
    expires_at: link.expires_at.toISOString(),
    ...(state === 'open' && { held: await readHeld(database, link.email) }),
  };
}

function confirm(deps: DataRequestDependencies, token: string): Promise<ErasureRequested> {
  return transact(deps.database, async (transaction) => {
    const link = await findLink(transaction, token).forUpdate().executeTakeFirst();
    if (!link) throw new Refusal('not_found', 'link_unknown', 'This link does not exist.');
    if (link.kind !== 'erasure')
      throw new Refusal(
        'conflict',
        'link_without_erasure',
        'This link only shows your data; it cannot be used for an erasure.',
      );
    if (stateOf(link) !== 'open')
      throw new Refusal(
        'gone',
        'link_ended',
        'This link has already been used, or is older than 15 minutes.',
      );
    const { due_at: dueAt } = await transaction
      .updateTable('data_requests')
      .set({ confirmed_at: databaseNow, due_at: fromNow(answerDays * dayMs) })
      .where('id', '=', link.id)
      .returning('due_at')
      .executeTakeFirstOrThrow();
    const due = (dueAt ?? new Date()).toISOString();
    const consoleUrl = deps.consoleUrl ? new URL('/data-requests', deps.consoleUrl).href : deps.publicUrl;
    const facts = { alert: 'data_request' as const, reference: link.id, dueAt: due, consoleUrl };
    const cause = `data_request:${link.id}`;
    await deps.enqueueMails?.(transaction, [{ kind: 'operator_alert', cause, recipient: '', facts }]);
    deps.log.info({ dataRequestId: link.id }, 'an erasure was requested');
    return { due_at: due };
  });
}

export function createDataRequests(deps: DataRequestDependencies): DataRequests {
  const { enqueueMails, log } = deps;
  return {
    sendLink(email, kind, requestedFrom) {
      if (!enqueueMails) return { by: 'operator' };
      const work = mailLink(deps, enqueueMails, email, kind, requestedFrom).catch((error: unknown) =>
        log.error({ err: error }, 'a link to data could not be emailed'),
      );
      deps.track?.(work);
      return { by: 'mail' };
    },
    show: (link) => show(deps, link),
    confirm: (link) => confirm(deps, link),
  };
}
