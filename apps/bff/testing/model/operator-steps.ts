/** Steps of operators, which call the functions behind the console. */

import type { Random } from '../../../../lab/chaos/random.ts';
import { callOffOrders } from '../../src/enrolment/batches/calling-off/call-off.ts';
import { closeSale } from '../../src/enrolment/batches/calling-off/close-sale.ts';
import { correctBilling } from '../../src/enrolment/decisions/correct-billing.ts';
import type { Decision } from '../../src/enrolment/decisions/follow-decision.ts';
import type { Plan } from '../../src/enrolment/decisions/plan.ts';
import { openCases } from '../../src/enrolment/orders/cases/case-store.ts';
import { caseStatements, closeCase as closeOneCase } from '../../src/enrolment/orders/cases/close-case.ts';
import type { Order } from '../../src/enrolment/orders/order.ts';
import { openCorrection } from '../../src/enrolment/receipts/ask-correction.ts';
import { transact } from '../../src/platform/database/transact.ts';
import { Refusal } from '../../src/platform/refusal.ts';
import { isRemoteError } from '../../src/platform/remote/remote-error.ts';
import { type Game, type Outcome, type PlayedOrder, type Step, skipped } from './game.ts';

const note = 'By the model';

/** @returns the result. @throws any error that is neither a refusal nor an error of a partner */
async function ending(work: () => Promise<unknown>): Promise<Pick<Outcome, 'result' | 'said'>> {
  try {
    await work();
    return { result: 'done' };
  } catch (error) {
    if (error instanceof Refusal)
      return { result: error.kind === 'partner_unavailable' ? 'failed' : 'refused', said: error.message };
    if (isRemoteError(error, 'payments') || isRemoteError(error, 'upstream'))
      return { result: 'failed', said: error.message };
    throw error;
  }
}

function byOperator(
  label: string,
  words: string,
  run: (game: Game, order: PlayedOrder) => Promise<Outcome>,
): Step {
  return {
    words: `operator ${words} (order ${label})`,
    async run(game) {
      const order = game.orders.get(label);
      if (!order) return skipped;
      return { order, ...(await run(game, order)) };
    },
  };
}

const decide = (game: Game, order: PlayedOrder, decision: Decision) =>
  ending(() => game.world.enrolment.decisions.decide(order.id, decision, note));

/** Returns the preview of the console; undefined if the decision is refused. */
function planned(game: Game, order: Order, decision: Decision): Plan | undefined {
  try {
    return game.world.enrolment.decisions.plan(order, decision);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

export function cancelSeats(random: Random, label: string): Step {
  const seats = random.chance(0.7) ? random.between(1, 3) : undefined;
  const byPolicy = random.chance(0.4);
  const transfer = random.chance(0.15) ? 'UTR12345678' : undefined;
  const words = `cancels ${seats ?? 'all'} seats${byPolicy ? ' by the policy' : ''}${transfer ? ', by transfer' : ''}`;
  return byOperator(label, words, async (game, order) => {
    const stored = await game.stored(order);
    if (!stored) return skipped;
    const decision: Decision = {
      kind: 'cancel',
      byPolicy,
      ...(seats !== undefined && { seats }),
      ...(transfer && { transfer }),
      leaving: stored.attendees.slice(0, seats).map(({ email }) => email),
    };
    const plan = planned(game, stored, decision);
    const { valuePaise } = game.allowedFor(order, stored, plan?.seats ?? 0);
    const ended = await decide(game, order, decision);
    const after = await game.stored(order);
    if (after && after.cancelledSeats > stored.cancelledSeats) order.valuePaise = valuePaise;
    return { ...ended, ...(plan && { promisedPaise: plan.requestedPaise + plan.transferredPaise }) };
  });
}

export function refundAll(random: Random, label: string): Step {
  const transfer = random.chance(0.3) ? 'UTR87654321' : undefined;
  return byOperator(label, `refunds what is due${transfer ? ' by transfer' : ''}`, (game, order) =>
    decide(game, order, { kind: 'refund', ...(transfer && { transfer }) }),
  );
}

export function book(_random: Random, label: string): Step {
  return byOperator(label, 'books', async (game, order) => {
    return { forced: true, ...(await decide(game, order, { kind: 'book' })) };
  });
}

export function withhold(_random: Random, label: string): Step {
  return byOperator(label, 'holds the booking back', (game, order) =>
    decide(game, order, { kind: 'withhold' }),
  );
}

export function closeCase(random: Random, label: string): Step {
  const choice = random.between(0, 9);
  return byOperator(label, `closes a case with a statement (${choice})`, async (game, order) => {
    const { database, answering } = game.world;
    const possible = (await openCases(database, { orderIds: [order.id] })).flatMap(({ id, kind }) =>
      caseStatements[kind].map(({ name }) => ({ id, statement: name, note })),
    );
    const chosen = possible[choice % possible.length];
    if (!chosen) return skipped;
    const stored = await game.stored(order);
    // Makes the statement true: the operator has changed the booking at the upstream.
    if (stored?.paymentId && chosen.statement === 'reported')
      game.world.upstream.setSeats(stored.paymentId, stored.price.seats - stored.cancelledSeats);
    const ended = await ending(() =>
      transact(database, (transaction) => closeOneCase(transaction, answering, chosen)),
    );
    if (ended.result !== 'done' || chosen.statement !== 'booked' || !stored?.paymentId) return ended;
    game.world.upstream.bookByHand(
      stored.paymentId,
      stored.batch.course_schedule_id,
      stored.price.seats - stored.cancelledSeats,
    );
    return { ...ended, forced: true };
  });
}

export function move(random: Random, label: string): Step {
  const target = random.between(0, 3);
  return byOperator(label, `moves to batch ${target}`, async (game, order) => {
    const batch = game.world.upstream.batches()[target];
    const stored = await game.stored(order);
    if (!batch || !stored) return skipped;
    const { database, enrolment } = game.world;
    const ended = await ending(async () => {
      const { bookingChanges } = enrolment;
      const read = await bookingChanges.readTarget(order.id, batch.id);
      await transact(database, (transaction) =>
        bookingChanges.move(transaction, read, { orderId: order.id, note }),
      );
    });
    if (ended.result === 'done') game.movedByProvider(order, stored, batch);
    return ended;
  });
}

/** Calls a batch off. Its bookings are refunded, or their payers may cancel for a full refund. */
export function callOff(random: Random, label: string): Step {
  const outcome = random.chance(0.6) ? 'refund' : 'choose';
  return byOperator(label, `calls its batch off (${outcome})`, async (game, order) => {
    const stored = await game.stored(order);
    if (!stored) return skipped;
    const { database, enrolment } = game.world;
    const batchId = stored.batch.course_schedule_id;
    const deps = { ...enrolment.callingOff, decisions: enrolment.decisions };
    const ended = await ending(async () => {
      await transact(database, (transaction) => closeSale(transaction, batchId, outcome));
      await callOffOrders(deps, { batchId, outcome }, { retriesRefunds: true });
    });
    for (const played of game.orders.values()) {
      const now = await game.stored(played);
      if (now?.batch.course_schedule_id !== batchId) continue;
      if (now.terms.minPercent === 100) played.refunds = { ...played.refunds, minPercent: 100 };
      if (now.cancelledSeats === now.price.seats) played.valuePaise = 0;
    }
    return ended;
  });
}

export function replaceAttendees(random: Random, label: string): Step {
  const count = random.between(1, 3);
  return byOperator(label, `puts ${count} other people in`, (game, order) => {
    const people = Array.from({ length: count }, (_, number) => ({
      name: `Other${number} Quillonix${label}`,
      email: `other-${number}-${label.toLowerCase()}@model.example`,
    }));
    const { database, enrolment } = game.world;
    return ending(() =>
      transact(database, (transaction) =>
        enrolment.bookingChanges.replaceAttendees(transaction, people, { orderId: order.id, note }),
      ),
    );
  });
}

export function reissue(_random: Random, label: string): Step {
  return byOperator(label, 'issues the invoice for the buyer as corrected', async (game, order) => {
    const { database, issuing, settings } = game.world;
    const requested = await openCorrection(database, order.id);
    const billing = requested ?? { state: '33' };
    return ending(() =>
      transact(database, (transaction) =>
        correctBilling(transaction, { issuing, settings }, order.id, billing, note),
      ),
    );
  });
}
