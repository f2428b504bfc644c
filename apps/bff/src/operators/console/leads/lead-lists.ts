/** Leads for the console: a page of a list, and the list as CSV. */

import { timeInIndia } from '@meridian/contracts/india-time';
import type { LeadFilters, LeadRow } from '@meridian/contracts/operators/console/leads';
import type { Page } from '@meridian/contracts/operators/console/lists';
import { type Kysely, sql } from 'kysely';
import { leadValues } from '../../../leads/ledger/store/tables.ts';
import { csvLine } from '../../../platform/csv/csv.ts';
import type { Database } from '../../../platform/database/database.ts';
import { searchIndex } from '../../../platform/search/search-index.ts';
import { type Extent, maxExported, readPage, readRows } from '../lists/read-page.ts';
import { type LeadFilter, leadQuery } from './lead-filter.ts';
import { type ListedLead, leadRow, listedColumns, phoneOf } from './lead-rows.ts';

const columns = sql.join(listedColumns.map((name) => sql.ref(name)));

/**
 * @param before id of the last lead of the previous page
 * @param extent overrides the page size and the limit of the count
 * @returns a page, newest first
 */
export async function leadList(
  database: Kysely<Database>,
  filter: LeadFilter,
  { before, extent }: { before?: string | undefined; extent?: Extent } = {},
): Promise<Page<LeadRow>> {
  const indexed = await searchIndex(database);
  return readPage<ListedLead, LeadRow>(database, leadQuery(filter, { columns, before, indexed }), {
    keyOf: ({ id }) => id,
    shown: leadRow,
    extent,
    isFirst: before === undefined,
  });
}

const maxNames = 200;

/** Skips from name to name in the index, because there are few names and many leads. */
const namesOf = (column: 'course' | 'source') => sql<{ name: string }>`
  with recursive names as (
    (select ${sql.ref(column)} as name from lead_search where ${sql.ref(column)} > '' order by 1 limit 1)
    union all
    select (select ${sql.ref(column)} from lead_search where ${sql.ref(column)} > names.name order by 1 limit 1)
    from names where names.name is not null
  ) select name from names where name is not null limit ${maxNames}`;

/** @returns the courses and sources for the filters, in alphabetical order */
export async function readLeadFilters(database: Kysely<Database>): Promise<LeadFilters> {
  const [courses, sources] = await Promise.all([
    namesOf('course').execute(database),
    namesOf('source').execute(database),
  ]);
  return { courses: courses.rows.map(({ name }) => name), sources: sources.rows.map(({ name }) => name) };
}

const exportHeader = [
  'id',
  'received',
  'form',
  'name',
  'email',
  'phone',
  'course',
  'upstream',
  'CRM',
  'page',
];
/** @returns the newest matching leads as CSV, with contact details; times in IST */
export async function leadCsv(
  database: Kysely<Database>,
  filter: LeadFilter,
): Promise<{ csv: string; leads: number; is_cut: boolean }> {
  const indexed = await searchIndex(database);
  const query = leadQuery(filter, { columns: sql`${columns}, page_url`, indexed });
  const rows = await readRows<ListedLead & { page_url: string }>(database, query, maxExported);
  const lines = rows.map((lead) => {
    const { name, course } = leadRow(lead);
    return csvLine([
      lead.id,
      timeInIndia(lead.received_at.getTime()).slice(0, 19),
      lead.form,
      name,
      lead.email,
      phoneOf(leadValues.tryParse(lead.values)),
      course,
      lead.forward_state,
      lead.crm_state,
      lead.page_url,
    ]);
  });
  return {
    csv: [csvLine(exportHeader), ...lines, ''].join('\r\n'),
    leads: rows.length,
    is_cut: rows.length === maxExported,
  };
}
