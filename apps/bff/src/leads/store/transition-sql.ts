/** The table of a lead's transitions as parts of the statements that write leads. */
import { type RawBuilder, sql } from 'kysely';
import { type Due, type LeadEvent, leadRules, type Rule } from '../lead-state.ts';

/** Of leads that are looked up by their ids, as they are nearly always. */
interface Columns {
  forward: string;
  crm: string;
}

const plain: Columns = { forward: 'leads.forward_state', crm: 'leads.crm_state' };
/** Not as an index has them: the leads of a state may be many, of which only those of the ids are wanted. */
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
  /** The expression that names the event of a row; needed where a statement is for several. */
  event?: string;
  /** The expressions for the time of a next try that is `later`. */
  later?: { forward?: string; crm?: string };
}

/**
 * The cases of some events, for a statement that updates the table `leads` under this name.
 *
 * @returns expressions for the columns, and the conditions under which anything changes: `appliesById` for
 *   statements that have the ids of their leads
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
    if (due === 'later' && laterSql === undefined) throw new TypeError('A later try needs its time');
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
