/**
 * Builds the query of a filter. Depending on the filter, the query reads the search table, the rows of a
 * state, or leads in order of their ids.
 */
import { sql } from 'kysely';
import { leadStateNames } from '../../../leads/ledger/lead-queries.ts';
import { crmStates, forwardStates } from '../../../leads/ledger/state/lead-facts.ts';
import { isIndexable, matches, type SearchIndex } from '../../../platform/search/search-text.ts';
import { allOf, type Condition, deepRows, recentRows } from '../lists/conditions.ts';
import { timestampsOf } from '../lists/list-filter.ts';
import type { Found, ListQuery } from '../lists/read-page.ts';

export interface LeadFilter {
  form?: string | undefined;
  state?: string | undefined;
  course?: string | undefined;
  source?: string | undefined;
  /** Part of a name, an email address, a phone number or a company; at least three characters. */
  search?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Nearly all leads end in these states; other states are rare. */
const usualStates = ['saved', 'delivered', 'not_needed'];
/**
 * Max difference between the servers' clocks, which make the ids, and the database's clock, which sets
 * `received_at`.
 */
const clockSkewMs = 60_000;

/** Conditions of states that have an index in order of the ids. */
const ordersOfStates: Readonly<Record<string, Condition>> = {
  quarantined: sql`forward_state = 'quarantined'`,
  rejected: sql`forward_state = 'rejected'`,
  refused: sql`forward_state = 'refused'`,
  refused_late: sql`forward_state = 'refused_late'`,
  dead: sql`crm_state = 'dead'`,
};

function inState(state: string): Condition | undefined {
  if (!leadStateNames.some((known) => known === state)) return undefined;
  const isForward = forwardStates.some((known) => known === state);
  const isCrm = crmStates.some((known) => known === state);
  if (isForward && isCrm) return sql`(forward_state = ${state} or crm_state = ${state})`;
  if (isForward) return sql`forward_state = ${state}`;
  // Lists all values of the first column, so that the index of both columns is used.
  return sql`forward_state = any(${[...forwardStates]}::text[]) and crm_state = ${state}`;
}

/**
 * @returns a lower bound of the UUIDv7s of `timestamp` plus `skewMs`; its bits of version and variant are 0
 */
function idAt(timestamp: Date, skewMs: number): string {
  const hex = Math.max(0, timestamp.getTime() + skewMs)
    .toString(16)
    .padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

function ofDays({ start, end }: ReturnType<typeof timestampsOf>) {
  return {
    id: allOf(
      start && sql`id >= ${idAt(start, -clockSkewMs)}::uuid`,
      end && sql`id < ${idAt(end, clockSkewMs)}::uuid`,
    ),
    time: allOf(start && sql`received_at >= ${start}`, end && sql`received_at < ${end}`),
  };
}

/**
 * @param columns columns of `leads` to select
 * @param before id of the last lead of the previous page
 */
export function leadQuery(
  filter: LeadFilter,
  { columns, before, indexed }: { columns: Condition; before?: string | undefined; indexed: SearchIndex },
): ListQuery {
  const { form, course, source, search } = filter;
  const state = filter.state ? inState(filter.state) : undefined;
  const days = ofDays(timestampsOf(filter));
  const copied = allOf(
    form ? sql`form = ${form}` : undefined,
    course ? sql`course = ${course}` : undefined,
    source ? sql`source = ${source}` : undefined,
    search ? matches(sql`words`, search, indexed) : undefined,
  );
  const isCopied = [form, course, source, search].some(Boolean);
  const after = before === undefined ? undefined : sql`id < ${before}::uuid`;
  const isRareState = state !== undefined && !usualStates.includes(filter.state ?? '');

  /** Reads in order of the index, so that the read stops at the end of the page. */
  const ordered = (table: string, condition: Condition): Found => ({
    counted: sql`select id from ${sql.table(table)} where ${condition} and ${days.id} order by id desc`,
    page: sql`select id from ${sql.table(table)} where ${allOf(condition, days.id, after)} order by id desc`,
  });
  const sorted = (table: string, condition: Condition): Found => ({
    shared: sql`select id from ${sql.table(table)} where ${condition} and ${days.id}`,
    counted: sql`select id from found`,
    page: sql`select id from found where ${allOf(after)} order by id desc`,
  });
  const newest = (table: string, condition: Condition, rows: number): Found => {
    const among = (start?: Condition) => sql`
      select id from (select * from ${sql.table(table)} where ${allOf(days.id, start)}
        order by id desc limit ${sql.lit(rows)}) as newest
      where ${condition} order by id desc`;
    // The counted rows include those of the first page.
    const found = sql`select id from found order by id desc`;
    return after
      ? { counted: among(), page: among(after) }
      : { shared: sql`${among()} limit ${sql.lit(rows)}`, counted: found, page: found };
  };

  const isByDay = filter.from !== undefined || filter.to !== undefined;
  const common = {
    order: sql`page.id desc`,
    isDecidedByRow: isByDay || (state !== undefined && !isRareState),
  };
  const row = (condition?: Condition) =>
    sql`select ${columns} from leads where id = k.id and ${allOf(condition, days.time)}`;

  // A rare state has few leads, and a search may match many: each lead of the state is looked up in the
  // search table.
  if (state && isRareState) {
    const known = ordersOfStates[filter.state ?? ''];
    const both = allOf(
      known ?? state,
      isCopied
        ? sql`exists (select from lead_search as entry where entry.id = leads.id and ${copied} offset 0)`
        : undefined,
    );
    if (isCopied) return { all: sorted('leads', both), row: row(), ...common };
    return known
      ? { all: ordered('leads', known), row: row(), ...common }
      : { recent: newest('leads', state, recentRows), all: sorted('leads', state), row: row(), ...common };
  }
  if (search)
    return {
      recent: newest('lead_search', copied, recentRows),
      // 150 of 10,000 rows correspond to 15,000 matches in a million leads: then sorting takes as long as
      // reading more rows.
      deep: { found: newest('lead_search', copied, deepRows), from: 150 },
      all: isIndexable(search) ? sorted('lead_search', copied) : undefined,
      row: row(state),
      ...common,
    };
  const table = isCopied ? 'lead_search' : 'leads';
  return { all: ordered(table, copied), row: row(state), ...common };
}
