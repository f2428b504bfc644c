import type { Product } from './product.ts';
import type { RoundResult } from './round.ts';
import type { Visit } from './visitor.ts';

export interface Result {
  visits: number;
  successes: number;
  refusals: number;
  /** Leads with neither a success nor a refusal: each attempt was cut off or got a server error. */
  unanswered: number;
  /** Leads that were answered with a success and are not exactly once at the upstream and in the CRM. */
  lost: string[];
  /** Leads that exist more than once, whatever the answer was. */
  doubled: string[];
  /** Leads that were refused and are in the CRM. */
  refusedInCrm: string[];
  /** Email addresses in the CRM or at the upstream that belong to no visitor of this round. */
  strangers: string[];
  serverErrors: number;
  /** Number of answers 503 with `Retry-After`. */
  putOff: number;
  unaccounted: number;
}

function expectedUpstream({ endpoint }: Visit): number {
  return endpoint === 'crm' ? 0 : 1;
}

/**
 * Compares the visitors' answers with upstream and CRM.
 * @param name prefix of the email addresses in the round
 */
export async function classify(
  product: Product,
  round: Pick<RoundResult, 'visits' | 'personas'>,
  name: string,
): Promise<Result> {
  const { visits } = round;
  const upstream = await product.upstreamCounts();
  const crm = await product.crmCounts();
  const emailsOf = (chosen: Visit[]) => chosen.map(({ person, endpoint }) => `${person.email} (${endpoint})`);
  const successes = visits.filter(({ told }) => told === 'success');
  const refusals = visits.filter(({ told }) => told === 'refusal');
  const known = new Set(round.personas.map(({ email }) => email));
  const ofRound = [...upstream.keys()].filter((email) => email.startsWith(`${name}-`));
  const { unaccounted } = JSON.parse(await product.ops('leads', '--json', '--limit', '1')) as Result;
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

/** Required result under any fault. */
export const unharmed = {
  lost: [],
  doubled: [],
  refusedInCrm: [],
  strangers: [],
  serverErrors: 0,
  unaccounted: 0,
} satisfies Partial<Result>;
