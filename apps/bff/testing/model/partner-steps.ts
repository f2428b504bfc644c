/** Steps of Razorpay, the bank, the upstream, the network and the clock. */
import { dayInIndia } from '@meridian/contracts/india-time';
import type { Random } from '../../../../lab/chaos/random.ts';
import { type Game, type Outcome, type Step, skipped } from './game.ts';
import { deliverAll } from './payer-steps.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Finds a captured payment of an order that Razorpay has not refunded completely. */
function paymentOf(game: Game, label: string) {
  const order = game.orders.get(label);
  const payments = [...game.world.double.razorpay.store.payments.values()].map(({ payment }) => payment);
  return payments.find(
    ({ order_id, captured, amount, amount_refunded }) =>
      order !== undefined && order_id === order.providerOrderId && captured && amount_refunded < amount,
  );
}

const done: Outcome = { result: 'done' };
const quiet: Outcome = { result: 'done', isQuiet: true };
const step = (words: string, run: (game: Game) => Promise<Outcome>): Step => ({ words, run });

export function dashboardRefund(random: Random, label: string): Step {
  const part = random.pick(['all', 'half', 'a rupee'] as const);
  const outcome = random.pick(['pending', 'processed', 'failed'] as const);
  const told = random.chance(0.7);
  return step(
    `dashboard refunds ${part} of order ${label}: ${outcome}${told ? '' : ', no webhook'}`,
    async (game) => {
      const payment = paymentOf(game, label);
      if (!payment) return skipped;
      const left = payment.amount - payment.amount_refunded;
      const amount = part === 'all' ? left : part === 'half' ? Math.ceil(left / 2) : Math.min(100, left);
      game.world.double.razorpay.finishRefund({ payment_id: payment.id, amount, outcome });
      if (told) await deliverAll(game);
      return done;
    },
  );
}

export function finishRefunds(random: Random): Step {
  const outcome = random.chance(0.7) ? 'processed' : 'failed';
  const told = random.chance(0.7);
  return step(`Razorpay ends all pending refunds: ${outcome}${told ? '' : ', no webhook'}`, async (game) => {
    const { razorpay } = game.world.double;
    const pending = [...razorpay.store.refunds.values()].filter(({ status }) => status === 'pending');
    if (pending.length === 0) return skipped;
    for (const { id } of pending) razorpay.finishRefund({ refund_id: id, outcome });
    if (told) await deliverAll(game);
    return done;
  });
}

export function openDispute(random: Random, label: string): Step {
  const told = random.chance(0.8);
  return step(`bank opens a dispute about order ${label}${told ? '' : ', no webhook'}`, async (game) => {
    const payment = paymentOf(game, label);
    if (!payment) return skipped;
    game.world.double.razorpay.dispute({ payment_id: payment.id, status: 'created' });
    if (told) await deliverAll(game);
    return done;
  });
}

export function endDispute(random: Random): Step {
  const status = random.pick(['won', 'lost', 'under_review'] as const);
  return step(`bank: the oldest dispute is ${status}`, async (game) => {
    const { razorpay } = game.world.double;
    const dispute = [...razorpay.store.disputes.values()].find(
      (one) => one.status === 'open' || one.status === 'under_review',
    );
    if (!dispute) return skipped;
    razorpay.dispute({ dispute_id: dispute.id, status });
    await deliverAll(game);
    return done;
  });
}

export function settle(random: Random): Step {
  const isAll = random.chance(0.6);
  return step(`Razorpay settles ${isAll ? 'all' : 'all but the newest payment'}`, async ({ world }) => {
    const newest = [...world.double.razorpay.store.payments.keys()].slice(-1);
    if (!world.double.settle(isAll ? [] : newest)) return skipped;
    await world.readSettlements();
    return done;
  });
}

export function upstreamFails(random: Random): Step {
  const fault = random.pick(['refuse', 'silent', 'lost', 'late'] as const);
  const times = random.between(1, 3);
  return step(`upstream: the next ${times} calls are ${fault}`, async ({ world }) => {
    world.upstream.fail(fault, times);
    return quiet;
  });
}

export function soldElsewhere(random: Random): Step {
  const batch = random.between(0, 3);
  const seats = random.between(1, 6);
  return step(`another channel sells up to ${seats} seats of batch ${batch}`, async ({ world }) => {
    const chosen = world.upstream.batches()[batch];
    return chosen && world.upstream.sellElsewhere(chosen.id, seats) > 0 ? quiet : skipped;
  });
}

export function providerFails(random: Random): Step {
  const fault = random.pick(['silent', 'lost'] as const);
  const times = random.between(1, 3);
  return step(`Razorpay: the next ${times} calls are ${fault}`, async ({ world }) => {
    world.double.fail(fault, times);
    return quiet;
  });
}

export function balance(random: Random): Step {
  const isEmpty = random.chance(0.7);
  return step(`Razorpay's balance is ${isEmpty ? 'empty' : 'filled'}`, async ({ world }) => {
    world.double.setBalance(isEmpty ? 0 : null);
    return quiet;
  });
}

export function webhooks(random: Random): Step {
  const how = random.pick(['in order', 'reversed', 'lost'] as const);
  return step(`webhooks that wait arrive ${how}`, async (game) => {
    const { waiting } = game.world.double;
    if (waiting.length === 0) return skipped;
    if (how === 'lost') waiting.length = 0;
    if (how === 'reversed') waiting.reverse();
    await deliverAll(game);
    return done;
  });
}

export function webhooksAgain(): Step {
  return step('every webhook arrives again', async (game) => {
    const { double, enrolment } = game.world;
    if (double.delivered.length === 0) return skipped;
    const before = await game.snapshot();
    for (const call of double.delivered) await enrolment.webhook.receive(call);
    return { result: 'done', before, repeats: true };
  });
}

/** @returns the next 31 March, 23:59:30 in India */
function endOfFinancialYear(now: Date): Date {
  const year = Number(dayInIndia(now).slice(0, 4));
  const end = new Date(`${year}-03-31T23:59:30+05:30`);
  return end > now ? end : new Date(`${year + 1}-03-31T23:59:30+05:30`);
}

export function clock(random: Random): Step {
  const jump = random.pick([
    ['20 minutes', 20 * 60_000],
    ['3 hours', 3 * hourMs],
    ['a day and an hour', 25 * hourMs],
    ['6 days', 6 * dayMs],
    ['to 31 March, 23:59:30 in India', null],
  ] as const);
  const works = random.chance(0.7);
  return step(`clock: ${jump[0]}${works ? ', and the scheduled work' : ''}`, async (game) => {
    const ms = jump[1] ?? endOfFinancialYear(game.now).getTime() - game.now.getTime();
    // Does not advance past the batches, because orders of past batches no longer change.
    if (ms > 60 * dayMs) return skipped;
    // Scheduled jobs run at least every two days, because the reconciler reads only recent payments.
    for (let left = ms; left > 0; left -= 2 * dayMs) {
      await game.forward(Math.min(left, 2 * dayMs));
      if (!works && left <= 2 * dayMs) return done;
      await game.world.tick();
      await game.world.drain();
    }
    return done;
  });
}

export function work(): Step {
  return step('jobs run', async ({ world }) => {
    await world.drain();
    return done;
  });
}
