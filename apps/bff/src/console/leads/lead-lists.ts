/** Leads for the console: lists without contact details, and one lead with all of it. */
import { countedTo, type LeadPage, type LeadRow, type Page } from '@meridian/contracts/console/answers';
import { timeInIndia } from '@meridian/contracts/india-time';
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import { csvLine } from '../../invoices/csv.ts';
import { leadStateNames, showLead } from '../../leads/operator/lead-queries.ts';
import type { Lead } from '../../leads/store/lead.ts';
import type { LeadValues } from '../../leads/tables.ts';
import { maskEmail, maskPhone } from '../mask.ts';
import { likePattern, pageOf, pageSize } from '../pages.ts';
import { leadEventTitle } from './lead-events.ts';

export interface LeadFilter {
  form?: string | undefined;
  state?: string | undefined;
  /** Part of a name, an address, a phone number or another value; from three characters on. */
  search?: string | undefined;
}

const textOf = (values: LeadValues, ...names: string[]) =>
  names.map((name) => values[name]).find((value) => value !== undefined && value !== '');

const phoneOf = (values: LeadValues) =>
  String(textOf(values, 'phone_number', 'mobile_number', 'Phone') ?? '');

function nameOf(values: LeadValues): string {
  const whole = textOf(values, 'full_name', 'name');
  const parts = [textOf(values, 'first_name', 'First_Name'), textOf(values, 'last_name', 'Last_Name')];
  return String(whole ?? parts.filter((part) => part !== undefined).join(' '));
}

type ListedLead = Pick<
  Lead,
  'id' | 'form' | 'email' | 'values' | 'forward_state' | 'crm_state' | 'last_error' | 'received_at'
>;

function rowOf(lead: ListedLead): LeadRow {
  const { values } = lead;
  return {
    id: lead.id,
    form: lead.form,
    name: nameOf(values),
    email: maskEmail(lead.email),
    phone: maskPhone(phoneOf(values)),
    course: String(textOf(values, 'course_name', 'course', 'Course_Name1', 'course_title') ?? ''),
    forward_state: lead.forward_state,
    crm_state: lead.crm_state,
    last_error: lead.last_error,
    received_at: lead.received_at.toISOString(),
  };
}

function filtered<Row>(
  query: SelectQueryBuilder<Database, 'leads', Row>,
  { form, state, search }: LeadFilter,
): SelectQueryBuilder<Database, 'leads', Row> {
  let some = query;
  if (form) some = some.where(sql<boolean>`form = ${form}`);
  if (state && leadStateNames.some((known) => known === state))
    some = some.where(sql<boolean>`(forward_state = ${state} or crm_state = ${state})`);
  if (search)
    some = some.where(
      sql<boolean>`(email ilike ${likePattern(search)} or values::text ilike ${likePattern(search)})`,
    );
  return some;
}

/** @param before id of the last lead of the page before @returns a page, newest first */
export async function leadList(
  database: Kysely<Database>,
  filter: LeadFilter,
  before?: string,
): Promise<Page<LeadRow>> {
  let query = filtered(database.selectFrom('leads'), filter)
    .select(['id', 'form', 'email', 'values', 'forward_state', 'crm_state', 'last_error', 'received_at'])
    // UUIDv7: ordered by creation.
    .orderBy('id', 'desc')
    .limit(pageSize + 1);
  if (before) query = query.where('id', '<', before);
  const counted = filtered(database.selectFrom('leads'), filter).select('id').limit(countedTo).as('found');
  const [rows, { count }] = await Promise.all([
    query.execute(),
    database.selectFrom(counted).select(sql<number>`count(*)::integer`.as('count')).executeTakeFirstOrThrow(),
  ]);
  return pageOf(rows, count, ({ id }) => id, rowOf);
}

const exportHeader = [
  'id',
  'received',
  'form',
  'name',
  'e-mail',
  'phone',
  'course',
  'upstream',
  'CRM',
  'page',
];
/** More is work for the database's own tools. */
export const mostExported = 10_000;

/** @returns the newest leads that fit, contact details included, for a spreadsheet; times in India */
export async function leadCsv(
  database: Kysely<Database>,
  filter: LeadFilter,
): Promise<{ csv: string; leads: number }> {
  const rows = await filtered(database.selectFrom('leads'), filter)
    .select(['id', 'form', 'email', 'values', 'forward_state', 'crm_state', 'last_error', 'received_at'])
    .select('page_url')
    .orderBy('id', 'desc')
    .limit(mostExported)
    .execute();
  const lines = rows.map((lead) => {
    const { name, course } = rowOf(lead);
    return csvLine([
      ...[lead.id, timeInIndia(lead.received_at.getTime()).slice(0, 19), lead.form, name, lead.email],
      ...[phoneOf(lead.values), course, lead.forward_state, lead.crm_state, lead.page_url],
    ]);
  });
  return { csv: [csvLine(exportHeader), ...lines, ''].join('\r\n'), leads: rows.length };
}

/** @returns a lead with contact details and timeline, or undefined */
export async function leadPage(database: Kysely<Database>, id: string): Promise<LeadPage | undefined> {
  const found = await showLead(database, id);
  if (!found) return undefined;
  const { lead, history } = found;
  const values = Object.fromEntries(
    Object.entries(lead.values).map(([name, value]) => [name, String(value)]),
  );
  return {
    ...rowOf(lead),
    email: lead.email,
    phone: phoneOf(lead.values),
    values,
    page_url: lead.page_url,
    request_id: lead.request_id,
    crm_id: lead.crm_id,
    forward_attempts: lead.forward_attempts,
    crm_attempts: lead.crm_attempts,
    can: {
      resend: lead.erased_at === null && (lead.crm_state === 'dead' || lead.forward_state === 'refused_late'),
      release: lead.forward_state === 'quarantined',
    },
    timeline: history.map(({ at, kind, detail }) => ({
      ...{ at: at.toISOString(), title: leadEventTitle(kind), detail, source: null },
    })),
  };
}
