import type { Product } from './product.ts';
import type { RoundResult } from './round.ts';
import type { Visit } from './visitor.ts';

export interface Verdict {
  visits: number;
  successes: number;
  refusals: number;
  /** Leads that no visitor was told about, because each of their tries was cut off. */
  unanswered: number;
  /** Answered with success, and not where it has to be. */
  lost: string[];
  /** More than once in one place, whatever was answered. */
  doubled: string[];
  /** Told that it was refused, and in the CRM all the same. */
  refusedInCrm: string[];
  /** In the CRM or the upstream, and of no visitor of this round. */
  strangers: string[];
  serverErrors: number;
  /** Answers that asked the visitor to come back: 503 with `Retry-After`. */
  putOff: number;
  unaccounted: number;
}

function expectedUpstream({ endpoint }: Visit): number {
  return endpoint === 'crm' ? 0 : 1;
}

/**
 * Compares what visitors were told with what upstream and CRM hold.
 *
 * @param name of the round, with which its addresses begin
 */
export async function judge(
  product: Product,
  round: Pick<RoundResult, 'visits' | 'personas'>,
  name: string,
): Promise<Verdict> {
  const { visits } = round;
  const upstream = await product.upstreamCounts();
  const crm = await product.crmCounts();
  const emailsOf = (chosen: Visit[]) => chosen.map(({ person, endpoint }) => `${person.email} (${endpoint})`);
  const successes = visits.filter(({ told }) => told === 'success');
  const refusals = visits.filter(({ told }) => told === 'refusal');
  const known = new Set(round.personas.map(({ email }) => email));
  const ofRound = [...upstream.keys()].filter((email) => email.startsWith(`${name}-`));
  const { unaccounted } = JSON.parse(await product.ops('leads', '--json', '--limit', '1')) as Verdict;
  return {
    visits: visits.length,
    successes: successes.length,
    refusals: refusals.length,
    unanswered: visits.length - successes.length - refusals.length,
    lost: emailsOf(
      successes.filter(
        (one) =>
          crm.get(one.person.email) !== 1 || (upstream.get(one.person.email) ?? 0) !== expectedUpstream(one),
      ),
    ),
    doubled: [...upstream, ...crm].filter(([, count]) => count > 1).map(([email]) => email),
    refusedInCrm: emailsOf(refusals.filter(({ person }) => crm.has(person.email))),
    strangers: [...crm.keys(), ...ofRound].filter((email) => !known.has(email)),
    serverErrors: visits.reduce((sum, one) => sum + one.serverErrors, 0),
    putOff: visits.reduce((sum, one) => sum + one.putOff, 0),
    unaccounted,
  };
}

/** What a verdict has to be, whatever broke. */
export const unharmed = {
  lost: [],
  doubled: [],
  refusedInCrm: [],
  strangers: [],
  serverErrors: 0,
  unaccounted: 0,
} satisfies Partial<Verdict>;
