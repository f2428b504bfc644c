import { createRandom } from '../random.ts';
import { tracesOf } from './personas.ts';
import { startProduct } from './product.ts';
import { classify, type Result } from './result.ts';
import { playRound, type RoundResult } from './round.ts';

/** Max recovery time after a fault is over, or after its beginning if connections stay frozen. */
const maxRefusalMs = 10_000;

/** Violations, as text. */
function faultsOf(result: Result, longestRefusalMs: number): string[] {
  const { lost, doubled, refusedInCrm, strangers, serverErrors, unaccounted } = result;
  return [
    ...lost.map((who) => `lost: ${who}`),
    ...doubled.map((who) => `doubled: ${who}`),
    ...refusedInCrm.map((who) => `refused, and in the CRM: ${who}`),
    ...strangers.map((who) => `from no visitor of this round: ${who}`),
    ...(serverErrors > 0 ? [`${serverErrors} answers with status 5xx`] : []),
    ...(longestRefusalMs > maxRefusalMs ? [`leads refused for ${Math.round(longestRefusalMs)} ms`] : []),
    ...(unaccounted > 0 ? [`${unaccounted} leads unaccounted for`] : []),
  ];
}

function lineOf(number: number, round: RoundResult, result: Result): string {
  const { visits, successes, putOff, refusals, unanswered, lost, doubled } = result;
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  return [
    `round ${number}: ${round.kills} kills, ${visits} visits`,
    `${successes} confirmed, ${putOff} answers 503, ${refusals} refused by the upstream, ${unanswered} without an answer`,
    `${lost.length} lost, ${doubled.length} doubled, longest refusal ${seconds(round.longestRefusalMs)}`,
    `${round.resent} dead letters resent, ${seconds(round.durationMs)}`,
  ].join('; ');
}

/**
 * Long form of the chaos test.
 * @returns exit status: 0 if no round has a violation
 */
export async function longRounds(
  rounds: number,
  seed: number,
  print: (line: string) => void,
): Promise<number> {
  const random = createRandom(seed);
  const product = await startProduct();
  const total = { visits: 0, successes: 0, kills: 0, faults: 0 };
  try {
    for (let number = 1; number <= rounds; number += 1) {
      const name = `r${number}`;
      const round = await playRound(product, random, name);
      const result = await classify(product, round, name);
      const faults = faultsOf(result, round.longestRefusalMs);
      const traces = tracesOf(round.personas, product.logs());
      if (traces.length > 0) faults.push(`${traces.length} email addresses or phone numbers in the logs`);
      print(lineOf(number, round, result));
      for (const fault of faults) print(`  ${fault}`);
      total.visits += result.visits;
      total.successes += result.successes;
      total.kills += round.kills;
      total.faults += faults.length;
    }
  } finally {
    await product.stop();
  }
  print(
    `${rounds} rounds, ${total.kills} kills, ${total.visits} visits, ${total.successes} confirmed: ` +
      `${total.faults === 0 ? 'none lost, none doubled' : `${total.faults} faults`}`,
  );
  return total.faults === 0 ? 0 : 1;
}
