/** `ops leads …`: lists, shows, resends, releases, rejects, edits and erases leads. */
import { parseUuid } from '@meridian/contracts/uuid';
import type { Kysely } from 'kysely';
import {
  countLeads,
  countUnaccounted,
  findLeadOf,
  type LeadSummary,
  leadStateNames,
  listLeads,
  showLead,
} from '../../leads/ledger/lead-queries.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Executor } from '../actions/execute.ts';
import { usagesOf } from './action-arguments.ts';
import { runAction, runVerb } from './action-command.ts';
import { type Print, printAnswer } from './answer.ts';
import { readArguments, takeOption, usageErrorStatus, wholeNumber } from './arguments.ts';
import { formatTimestamp, tableLines } from './table.ts';

export const leadsUsage = [
  'ops leads [--state STATE] [--json] [--limit N]',
  'ops leads show ID [--json]',
  ...usagesOf('leads'),
  'ops leads resend --all-dead [--json]',
  'ops leads erase --email ADDRESS [--json]',
].join('\n');

const options = { state: { type: 'string' }, json: { type: 'boolean' }, limit: { type: 'string' } } as const;
const verbs = { '': ['state', 'json', 'limit'], show: ['json'] } as const;

const defaultLimit = 200;
const maxListed = 100_000;

interface Values {
  state?: string;
  json?: boolean;
  limit?: string;
}

export interface LeadsCommandDependencies {
  database: Kysely<Database>;
  actions: Executor;
}

function tableOf(leads: readonly LeadSummary[]): string[] {
  const rows = leads.map((lead) => [
    lead.id,
    formatTimestamp(lead.received_at),
    lead.form,
    `${lead.forward_state} (${lead.forward_attempts})`,
    `${lead.crm_state} (${lead.crm_attempts})`,
    lead.crm_id ?? '',
    lead.last_error ?? '',
  ]);
  return tableLines(
    ['id', 'received', 'form', 'upstream (attempts)', 'CRM (attempts)', 'id in the CRM', 'last error'],
    rows,
  );
}

async function list({ database }: LeadsCommandDependencies, values: Values, print: Print): Promise<number> {
  const state = leadStateNames.find((known) => known === values.state);
  if (values.state !== undefined && state === undefined) {
    print(`Unknown state "${values.state}". States: ${leadStateNames.join(', ')}`);
    return 2;
  }
  const limit = wholeNumber(values.limit, defaultLimit, maxListed);
  if (limit === undefined) {
    print(`--limit takes a whole number from 1.\n${leadsUsage}`);
    return usageErrorStatus;
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
    `leads in an unknown state: ${unaccounted}`,
  ]);
  return 0;
}

async function show({ database }: LeadsCommandDependencies, id: string, values: Values, print: Print) {
  const found = await showLead(database, id);
  if (!found) {
    const reason = 'Lead not found';
    printAnswer(print, values.json, { error: reason }, [reason]);
    return 1;
  }
  const { lead, history } = found;
  printAnswer(print, values.json, { leads: [{ ...lead, history }] }, [
    ...tableOf([lead]),
    `request: ${lead.request_id ?? ''}`,
    ...Object.entries(lead.values).map(([name, value]) => `${name}: ${value}`),
    `page: ${lead.page_url}`,
    ...history.map(({ at, kind, detail }) => [formatTimestamp(at), kind, detail ?? ''].join('  ').trimEnd()),
  ]);
  return 0;
}

/** Runs `leads.resend`, or `leads.resend-dead` for its former command `leads resend --all-dead`. */
async function resend(args: readonly string[], actions: Executor, print: Print): Promise<number> {
  return args.includes('--all-dead')
    ? runAction(
        'leads.resend-dead',
        args.filter((word) => word !== '--all-dead'),
        actions,
        print,
      )
    : runAction('leads.resend', args, actions, print);
}

async function edit(args: readonly string[], actions: Executor, print: Print): Promise<number> {
  const by = takeOption(args, '--by');
  return runAction('leads.edit', by?.others ?? args, actions, print, undefined, by?.value);
}

async function erase(
  args: readonly string[],
  { database, actions }: LeadsCommandDependencies,
  print: Print,
): Promise<number> {
  const email = takeOption(args, '--email');
  if (!email?.value) return runAction('leads.erase', args, actions, print);
  const id = await findLeadOf(database, email.value);
  if (id !== undefined) return runAction('leads.erase', [id, ...email.others], actions, print);
  printAnswer(print, args.includes('--json'), { leads: { erased: 0 } }, ['No lead has this email address.']);
  return 0;
}

/**
 * @param args arguments after `ops leads`
 * @param print gets each line of output
 * @returns exit status: 0 done, 1 refused, 2 wrong usage
 */
export async function leadsCommand(
  args: readonly string[],
  dependencies: LeadsCommandDependencies,
  print: Print,
): Promise<number> {
  const { actions } = dependencies;
  const [action, ...others] = args;
  if (action === 'resend') return resend(others, actions, print);
  if (action === 'edit') return edit(others, actions, print);
  if (action === 'erase') return erase(others, dependencies, print);
  const acted = runVerb('leads', args, actions, print);
  if (acted) return acted;
  const read = readArguments(args, { options, verbs, usage: leadsUsage }, print);
  if (!read) return usageErrorStatus;
  const { verb, values } = read;
  const [id, ...rest] = read.rest;
  if (verb === '') return list(dependencies, values, print);
  if (id !== undefined && parseUuid(id) !== undefined && rest.length === 0)
    return show(dependencies, id, values, print);
  print(leadsUsage);
  return usageErrorStatus;
}
