/** Makes sequences of steps from a seed. */
import { createRandom, type Random } from '../../../../lab/chaos/random.ts';
import type { Step } from './game.ts';
import * as operator from './operator-steps.ts';
import * as partner from './partner-steps.ts';
import * as payer from './payer-steps.ts';
import type { ModelBatch } from './upstream-books.ts';

export type MakeStep = (random: Random, label: string) => Step;

/** Weight with which each step is chosen. */
const weights: readonly [number, MakeStep][] = [
  [5, payer.openOrder],
  [6, payer.pay],
  [2, payer.repeatCallback],
  [7, payer.cancelByLink],
  [6, payer.moveByLink],
  [3, payer.nameAttendees],
  [2, payer.askCorrection],
  [6, operator.cancelSeats],
  [4, operator.refundAll],
  [2, operator.book],
  [1, operator.withhold],
  [1, operator.closeCase],
  [3, operator.move],
  [2, operator.callOff],
  [1, operator.replaceAttendees],
  [2, operator.reissue],
  [3, partner.dashboardRefund],
  [4, partner.finishRefunds],
  [3, partner.openDispute],
  [3, partner.endDispute],
  [3, partner.settle],
  [4, partner.upstreamFails],
  [4, partner.soldElsewhere],
  [4, partner.providerFails],
  [3, partner.balance],
  [3, partner.webhooks],
  [2, partner.webhooksAgain],
  [5, partner.clock],
];
/** Factor by which a favoured step is chosen more often. */
const favour = 6;

function chooseStep(random: Random, favoured: readonly MakeStep[]): MakeStep {
  const chances = weights.map(([weight, make]) => (favoured.includes(make) ? weight * favour : weight));
  let left = random.next() * chances.reduce((sum, chance) => sum + chance, 0);
  for (const [index, [, make]] of weights.entries()) {
    left -= chances[index] ?? 0;
    if (left < 0) return make;
  }
  return payer.pay;
}

export interface Sequence {
  seed: number;
  startsAt: Date;
  batches: readonly ModelBatch[];
  steps: readonly Step[];
}

const dayMs = 86_400_000;
const dayAfter = (from: Date, days: number) =>
  new Date(from.getTime() + days * dayMs).toISOString().slice(0, 10);

/**
 * Makes four batches of one course. The last batch is more expensive, so that a move to it is only requested.
 */
function makeBatches(random: Random, startsAt: Date): ModelBatch[] {
  const starts = [random.pick([2, 9, 9, 30]), 20, 40, 70];
  return starts.map((days, index) => ({
    id: 402_200_261_214 + index,
    startsOn: dayAfter(startsAt, days),
    feeRupees: index === 3 ? 24_999 : 18_999,
    seats: random.between(3, 7),
    soldElsewhere: 0,
  }));
}

/**
 * @param favoured steps that are chosen more often
 * @returns the same sequence for the same seed: 1 or 2 orders, which are mostly paid, then 3 to 12 actions
 */
export function makeSequence(seed: number, favoured: readonly MakeStep[] = []): Sequence {
  const random = createRandom(seed);
  const startsAt = new Date(
    random.pick([
      '2027-01-11T10:00:00+05:30',
      '2027-03-30T09:00:00+05:30',
      '2027-03-31T23:30:00+05:30',
      '2027-04-01T02:00:00+05:30',
    ]),
  );
  const batches = makeBatches(random, startsAt);
  const labels: string[] = payer.labels.slice(0, random.between(1, 2));
  const steps: Step[] = [];
  const add = (step: Step, worksAfter: number) => {
    steps.push(step);
    if (random.chance(worksAfter)) steps.push(partner.work());
  };
  for (const label of labels) {
    add(payer.openOrder(random, label), 0);
    if (random.chance(0.9)) add(payer.pay(random, label), 0.8);
  }
  const actions = random.between(3, 12);
  for (let made = 0; made < actions; made += 1) {
    const make = chooseStep(random, favoured);
    // A further payer, who may need the same seats.
    const next = make === payer.openOrder ? payer.labels[labels.length] : undefined;
    if (next !== undefined) labels.push(next);
    add(make(random, next ?? random.pick(labels)), 0.6);
  }
  return { seed, startsAt, batches, steps };
}
