/** The transition table as SQL expressions. */
import { type RawBuilder, sql } from 'kysely';
import { type Due, type LeadEvent, leadRules, type Rule } from '../state/lead-rules.ts';

/** Column expressions of a lookup by id. */
interface Columns {
  forward: string;
  crm: string;
}

const plain: Columns = { forward: 'leads.forward_state', crm: 'leads.crm_state' };
/** Prevents the use of the state index: a lookup by id must not scan all leads of a state. */
const unindexed: Columns = { forward: "(leads.forward_state || '')", crm: "(leads.crm_state || '')" };

const wasThanked = "coalesce((leads.answer ->> 'status')::numeric = 1, false)";

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

function oneOf(column: string, values: readonly string[]): string {
  const [first = '', ...others] = values;
  if (others.length === 0) return `${column} = ${literal(first)}`;
  return `${column} in (${values.map(literal).join(', ')})`;
}

function holds({ when }: Rule, columns: Columns): string {
  const conditions = [
    when.forward && oneOf(columns.forward, when.forward),
    when.crm && oneOf(columns.crm, when.crm),
    when.thanked !== undefined && `${when.thanked ? '' : 'not '}${wasThanked}`,
    when.erased !== undefined && `leads.erased_at is ${when.erased ? 'not ' : ''}null`,
    when.forwardDue !== undefined && `leads.forward_due_at is ${when.forwardDue ? 'not ' : ''}null`,
  ];
  return conditions.filter((condition) => typeof condition === 'string').join(' and ');
}

export interface TransitionSqlOptions {
  /** SQL expression of each row's event, for statements with several events. */
  event?: string;
  /** SQL expressions of the `later` due times. */
  later?: { forward?: string; crm?: string };
}

/**
 * Transition expressions of events, for an `update leads`.
 * @returns column expressions and the condition under which a row changes; `appliesById` for lookups by id
 */
export function transitionSql(events: readonly LeadEvent[], options: TransitionSqlOptions = {}) {
  const { event: ofRow, later = {} } = options;
  if (ofRow === undefined && events.length !== 1) throw new TypeError('Several events need a column');
  const rules = events.flatMap((event) => leadRules[event].map((rule) => ({ event, rule })));
  const fits = ({ event, rule }: (typeof rules)[number], columns: Columns) =>
    ofRow === undefined ? holds(rule, columns) : `${ofRow} = ${literal(event)} and ${holds(rule, columns)}`;

  function cases(column: string, valueFor: (to: Rule['to']) => string | undefined): RawBuilder<never> {
    const branches = rules.map(
      (each) => `when ${fits(each, plain)} then ${valueFor(each.rule.to) ?? column}`,
    );
    return sql.raw(`case ${branches.join(' ')} else ${column} end`);
  }
  function applies(columns: Columns): RawBuilder<boolean> {
    return sql.raw(`(${rules.map((each) => `(${fits(each, columns)})`).join(' or ')})`);
  }
  function timeOf(due: Due | undefined, laterSql: string | undefined): string | undefined {
    if (due === 'now') return 'now()';
    if (due === 'never') return 'null';
    if (due === 'later' && laterSql === undefined)
      throw new TypeError('The due time `later` needs an SQL expression');
    return due === 'later' ? laterSql : undefined;
  }
  const text = (value: string | undefined) => (value === undefined ? undefined : literal(value));
  return {
    applies: applies(plain),
    appliesById: applies(unindexed),
    forwardState: cases('leads.forward_state', (to) => text(to.forward)),
    crmState: cases('leads.crm_state', (to) => text(to.crm)),
    forwardDueAt: cases('leads.forward_due_at', (to) => timeOf(to.forwardDue, later.forward)),
    crmDueAt: cases('leads.crm_due_at', (to) => timeOf(to.crmDue, later.crm)),
  };
}
