/** `ops leads …`: lists, shows, resends, edits, releases and erases leads. */

import { erasePerson } from '../../leads/ledger/erasure/erasure.ts';
import {
  countLeads,
  countUnaccounted,
  type LeadSummary,
  leadStateNames,
  listLeads,
  showLead,
} from '../../leads/ledger/lead-queries.ts';
import { askAgain, releaseLead, resendLeads } from '../../leads/ledger/operator/operator-changes.ts';
import { transact } from '../../platform/database/transact.ts';
import { type Print, printAnswer } from './answer.ts';
import { readArguments, wholeNumber, wrongUse } from './arguments.ts';
import { type EditValues, editCommand, editOptions, editUsage } from './lead-edit.ts';
import type { LeadsCommandDependencies } from './leads-command-dependencies.ts';
import { momentText, tableLines } from './table.ts';

export const leadsUsage = `ops leads [--state STATE] [--json] [--limit N]
ops leads show ID [--json]
ops leads resend ID | --all-dead [--json]
ops leads release ID [--json]
${editUsage}
ops leads erase --email ADDRESS [--json]`;

const options = {
  state: { type: 'string' },
  json: { type: 'boolean' },
  limit: { type: 'string' },
  'all-dead': { type: 'boolean' },
  ...editOptions,
} as const;
const verbs = {
  '': ['state', 'json', 'limit'],
  show: ['json'],
  resend: ['json', 'all-dead'],
  release: ['json'],
  erase: ['json', 'email'],
  edit: ['json', ...(Object.keys(editOptions) as (keyof typeof editOptions)[])],
} as const;

const defaultLimit = 200;
const mostListed = 100_000;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface Values extends EditValues {
  state?: string;
  limit?: string;
  'all-dead'?: boolean;
}

function tableOf(leads: readonly LeadSummary[]): string[] {
  const rows = leads.map((lead) => [
    lead.id,
    momentText(lead.received_at),
    lead.form,
    `${lead.forward_state} (${lead.forward_attempts})`,
    `${lead.crm_state} (${lead.crm_attempts})`,
    lead.crm_id ?? '',
    lead.last_error ?? '',
  ]);
  return tableLines(
    ['id', 'received', 'form', 'upstream (tries)', 'CRM (tries)', 'id in the CRM', 'last error'],
    rows,
  );
}

async function list({ database }: LeadsCommandDependencies, values: Values, print: Print): Promise<number> {
  const state = leadStateNames.find((known) => known === values.state);
  if (values.state !== undefined && state === undefined) {
    print(`There is no state "${values.state}". States: ${leadStateNames.join(', ')}`);
    return 2;
  }
  const limit = wholeNumber(values.limit, defaultLimit, mostListed);
  if (limit === undefined) {
    print(`--limit takes a whole number from 1 up.\n${leadsUsage}`);
    return wrongUse;
  }
  const leads = await listLeads(database, { state, limit });
  const counts = await countLeads(database);
  const unaccounted = await countUnaccounted(database);
  const rows = counts.map((count) => [count.forward_state, count.crm_state, count.leads]);
  printAnswer(print, values.json, { leads, counts, unaccounted }, [
    ...tableOf(leads),
    '',
    ...tableLines(['upstream', 'CRM', 'leads'], rows),
    '',
    `unaccounted: ${unaccounted}`,
  ]);
  return 0;
}

async function show({ database }: LeadsCommandDependencies, id: string, values: Values, print: Print) {
  const found = await showLead(database, id);
  if (!found) return notFound(print, values);
  const { lead, history } = found;
  printAnswer(print, values.json, { leads: [{ ...lead, history }] }, [
    ...tableOf([lead]),
    `request: ${lead.request_id ?? ''}`,
    ...Object.entries(lead.values).map(([name, value]) => `${name}: ${value}`),
    `page: ${lead.page_url}`,
    ...history.map(({ at, kind, detail }) => [at.toISOString(), kind, detail ?? ''].join('  ').trimEnd()),
  ]);
  return 0;
}

function refuse(print: Print, { json }: Values, reason: string): number {
  printAnswer(print, json, { error: reason }, [reason]);
  return 1;
}

const notFound = (print: Print, values: Values) => refuse(print, values, 'There is no such lead');

async function resendAll({ database, jobs }: LeadsCommandDependencies, { json }: Values, print: Print) {
  const sent = await resendLeads(database, await jobs(), 'all');
  printAnswer(print, json, { sent_again: sent }, [`sent again: ${sent}`]);
  return 0;
}

/** Resends to the upstream, the CRM or both. */
async function resend(
  { database, jobs }: LeadsCommandDependencies,
  id: string,
  values: Values,
  print: Print,
) {
  const queue = await jobs();
  const toCrm = (await resendLeads(database, queue, [id])) > 0;
  const toUpstream = await askAgain(database, queue, id);
  const sent = toCrm || toUpstream ? 1 : 0;
  const reason = 'Only dead letters and leads that the upstream refused late are sent again.';
  printAnswer(print, values.json, { sent_again: sent, ...(sent === 0 && { error: reason }) }, [
    `sent again: ${sent}`,
    ...(sent === 0 ? [reason] : []),
  ]);
  return sent === 1 ? 0 : 1;
}

async function release(dependencies: LeadsCommandDependencies, id: string, values: Values, print: Print) {
  const released = await releaseLead(dependencies.database, await dependencies.jobs(), id);
  if (!released) return refuse(print, values, 'There is no such lead in quarantine');
  printAnswer(print, values.json, { released: id }, ['released']);
  return 0;
}

async function erase({ database }: LeadsCommandDependencies, email: string, { json }: Values, print: Print) {
  const erased = await transact(database, (transaction) => erasePerson(transaction, email));
  printAnswer(print, json, { erased }, [`erased: ${erased}`]);
  return 0;
}

/**
 * @param args arguments after `ops leads`
 * @param print gets each line of output
 * @returns exit status: 0 done, 1 not possible, 2 wrong usage
 */
export async function leadsCommand(
  args: readonly string[],
  dependencies: LeadsCommandDependencies,
  print: Print,
): Promise<number> {
  const read = readArguments(args, { options, verbs, usage: leadsUsage }, print);
  if (!read) return wrongUse;
  const { verb, values } = read;
  const [id, ...rest] = read.rest;
  if (verb === '') return list(dependencies, values, print);
  if (rest.length === 0) {
    if (verb === 'erase' && id === undefined && values.email)
      return erase(dependencies, values.email, values, print);
    if (verb === 'resend' && id === undefined && values['all-dead'])
      return resendAll(dependencies, values, print);
    if (id !== undefined && uuid.test(id)) {
      if (verb === 'show') return show(dependencies, id, values, print);
      if (verb === 'resend') return resend(dependencies, id, values, print);
      if (verb === 'release') return release(dependencies, id, values, print);
      const edited = verb === 'edit' && (await editCommand(dependencies, id, values, print));
      if (typeof edited === 'number') return edited;
    }
  }
  print(leadsUsage);
  return 2;
}
