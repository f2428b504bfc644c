/** Runs a sequence, checks the invariants, and shrinks a sequence that breaks an invariant. */
import { addCoupon } from '../../src/enrolment/coupons/manage-coupons.ts';
import { Game, type Outcome, type Step } from './game.ts';
import type { Observation, Violation } from './invariants/invariant.ts';
import { invariants } from './invariants/invariants.ts';
import { coupons, deliverAll } from './payer-steps.ts';
import type { Sequence } from './sequence.ts';
import type { World } from './world.ts';

export interface Played {
  sequence: Sequence;
  /** The steps that ran, with their results. */
  steps: { words: string; result: Outcome['result']; said: string | undefined }[];
  /** Violations of the step that ended the sequence. */
  violations: Violation[];
  /** Known failures of all steps. */
  known: Violation[];
}

/** Returns true for a violation that does not end a sequence. */
export type IsKnown = (violation: Violation) => boolean;

async function addCoupons({ world, now }: Game): Promise<void> {
  for (const [code, { terms, minSeats, maxUses }] of Object.entries(coupons))
    await addCoupon(world.database, {
      code,
      label: code,
      terms,
      courses: [],
      categories: [],
      batches: [],
      startsAt: new Date(now.getTime() - 86_400_000),
      endsAt: null,
      maxUses,
      maxUsesPerEmail: null,
      minSeats: minSeats,
      isAutomatic: false,
    });
}

const minuteMs = 60_000;
/**
 * Waits in ms. The first three exceed the times after which records are overdue, 25 hours in total. The last
 * two give time to refunds that a deadline of a day starts: a payment without a decision may need two refunds
 * in a row.
 */
const restingMs = [6, 75, 1_440, 6, 6].map((minutes) => minutes * minuteMs);

/** Brings the world to rest: both partners answer, scheduled jobs run, and 25 hours pass. */
async function comeToRest(game: Game, seed: number): Promise<void> {
  const { world } = game;
  const { razorpay } = world.double;
  world.upstream.heal();
  world.double.heal();
  // In every second sequence the reconciler runs before the webhooks arrive.
  const areWebhooksLate = seed % 2 === 1;
  for (const ms of restingMs) {
    if (!areWebhooksLate) await deliverAll(game);
    await world.drain();
    for (const { id, status } of razorpay.store.refunds.values())
      if (status === 'pending') razorpay.finishRefund({ refund_id: id, outcome: 'processed' });
    await game.forward(ms);
    world.double.settle();
    await world.tick();
  }
  await deliverAll(game);
  await world.drain();
  // An entry that was settled before its payment was recorded is posted when it is read the next night.
  await world.readSettlements();
}

async function check(at: 'step' | 'rest', timestamp: Observation): Promise<Violation[]> {
  const found: Violation[] = [];
  for (const invariant of invariants) {
    if (invariant.at === 'rest' && at === 'step') continue;
    for (const { kind, detail } of await invariant.check(timestamp))
      found.push({ invariant: invariant.name, kind, detail });
  }
  return found;
}

const resting: Step = { words: 'a day passes', run: async () => ({ result: 'done' }) };

/** @param isKnown returns true for violations that are only counted */
export async function playSequence(world: World, sequence: Sequence, isKnown: IsKnown): Promise<Played> {
  await world.reset(
    sequence.startsAt,
    sequence.batches.map((batch) => structuredClone(batch)),
  );
  const game = new Game(world, sequence.startsAt);
  await addCoupons(game);
  const played: Played = { sequence, steps: [], violations: [], known: [] };
  const classify = async (at: 'step' | 'rest', timestamp: Observation) => {
    const found = await check(at, timestamp);
    played.known.push(...found.filter(isKnown));
    played.violations = found.filter((violation) => !isKnown(violation));
    return played.violations.length === 0;
  };
  let before = await game.snapshot();
  for (const step of sequence.steps) {
    const outcome = await step.run(game);
    if (outcome.result === 'skipped') continue;
    played.steps.push({ words: step.words, result: outcome.result, said: outcome.said });
    if (outcome.isQuiet) continue;
    const after = await game.snapshot();
    if (!(await classify('step', { game, step, outcome, before: outcome.before ?? before, after })))
      return played;
    before = after;
  }
  await comeToRest(game, sequence.seed);
  const after = await game.snapshot();
  played.steps.push({ words: resting.words, result: 'done', said: undefined });
  await classify('rest', { game, step: resting, outcome: { result: 'done' }, before, after });
  return played;
}

const sameFault = (one: Violation, other: Violation) =>
  one.invariant === other.invariant && one.kind === other.kind;

/**
 * @returns the sequence without the steps that the violation does not need; each step is tried once, from the
 * last to the first
 */
export async function shrink(world: World, failed: Played, isKnown: IsKnown): Promise<Played> {
  const [target] = failed.violations;
  if (!target) return failed;
  let best = failed;
  let steps = [...failed.sequence.steps];
  for (let index = steps.length - 1; index >= 0; index -= 1) {
    const fewer = steps.toSpliced(index, 1);
    const played = await playSequence(world, { ...failed.sequence, steps: fewer }, isKnown);
    if (!played.violations.some((violation) => sameFault(violation, target))) continue;
    steps = fewer;
    best = played;
  }
  return best;
}
