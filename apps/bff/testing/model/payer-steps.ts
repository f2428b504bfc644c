/** Steps of payers: in the payment dialog, on the receipt, and with the links in their emails. */
import { paiseOf } from '@meridian/contracts/enrolment/pricing';
import type { ManageData } from '@meridian/contracts/enrolment/self-service';
import { sql } from 'kysely';
import type { Random } from '../../../../lab/chaos/random.ts';
import { type Claim, type Game, type Outcome, type PlayedOrder, type Step, skipped } from './game.ts';
import { courseId } from './upstream-books.ts';

export const labels = ['A', 'B', 'C', 'D'] as const;

/** The coupons of a sequence. */
export const coupons = {
  GROUP3: { terms: { kind: 'percent', percent: 10 }, minSeats: 3, maxUses: null },
  SPRING: { terms: { kind: 'percent', percent: 7 }, minSeats: 1, maxUses: null },
  ONCE: { terms: { kind: 'amount', amountPaise: 123_400 }, minSeats: 1, maxUses: 1 },
} as const;
export type CouponCode = keyof typeof coupons;

function resultOf(status: number): Outcome['result'] {
  if (status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'done';
}

const tokenOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** Makes a step that runs only if its order has been opened. */
function ofOrder(
  label: string,
  words: string,
  run: (game: Game, order: PlayedOrder) => Promise<Outcome>,
): Step {
  return {
    words,
    async run(game) {
      const order = game.orders.get(label);
      return order ? { order, ...(await run(game, order)) } : skipped;
    },
  };
}

export function openOrder(random: Random, label: string): Step {
  const seats = random.between(1, 5);
  // The first batch begins soon, so that its refund steps apply.
  const batch = random.chance(0.5) ? 0 : random.between(1, 2);
  const code = random.chance(0.4) ? random.pick(Object.keys(coupons) as CouponCode[]) : undefined;
  const buysAsCompany = random.chance(0.25);
  const words = `payer ${label} opens an order: ${seats} seats of batch ${batch}${code ? `, coupon ${code}` : ''}${buysAsCompany ? ', for a company' : ''}`;
  return {
    words,
    async run(game) {
      if (game.orders.has(label)) return skipped;
      const { world } = game;
      const chosen = world.upstream.batches()[batch];
      if (!chosen) return skipped;
      const email = `payer-${label.toLowerCase()}@model.example`;
      const lastName = `Quillonix${label}`;
      const company = {
        legal_name: 'Kaveri Skills Private Limited',
        gstin: '27AAPFU0939F1ZV',
        address: '1 MG Road',
        pin: '400001',
      };
      const { status, json } = await world.http(
        'POST',
        '/api/checkout',
        {
          course_id: courseId,
          course_schedule_id: chosen.id,
          number_of_course: seats,
          first_name: 'Zephyra',
          last_name: lastName,
          email,
          phone_number: '+91 98450 00000',
          ...(code && { coupon: code }),
          billing: buysAsCompany
            ? { state: '27', company }
            : { state: '29', address: { address: '12 Temple Road', pin: '560025' } },
        },
        `10.0.0.${label.charCodeAt(0)}`,
      );
      if (status !== 200) return { result: resultOf(status), said: json.message };
      const { rows } = await sql<{ id: string }>`
        select id from orders where provider_order_id = ${json.data.order_id}`.execute(world.database);
      const order: PlayedOrder = {
        label,
        id: rows[0]?.id ?? '',
        providerOrderId: json.data.order_id,
        token: tokenOf(json.data.receipt_path),
        email,
        lastName,
        terms: { unitPaise: paiseOf(json.data.fee), seats, coupon: code && coupons[code] },
        claims: [],
        valuePaise: undefined,
        refunds: { startsOn: chosen.startsOn, minPercent: 0, maxPercent: 100 },
      };
      game.orders.set(label, order);
      return { result: 'done', order };
    },
  };
}

export async function deliverAll({ world: { double, enrolment } }: Game): Promise<void> {
  for (const call of double.waiting.splice(0)) {
    await enrolment.webhook.receive(call);
    double.delivered.push(call);
  }
}

const callBack = ({ world }: Game, claim: Claim) => world.http('POST', '/api/booking', claim);

export function pay(random: Random, label: string): Step {
  const outcome = random.chance(0.8)
    ? 'captured'
    : random.pick(['authorized', 'failed', 'late_authorized'] as const);
  const told = random.pick(['callback', 'webhook', 'both', 'nobody'] as const);
  return ofOrder(label, `payer ${label} pays (${outcome}), told by ${told}`, async (game, order) => {
    const { double } = game.world;
    const paid = double.razorpay.pay({
      orderId: order.providerOrderId,
      outcome,
      webhook: told === 'callback' ? 'drop' : 'send',
      payer: { email: order.email, contact: '+919845000000' },
    });
    const claim = 'razorpay_signature' in paid ? paid : undefined;
    if (claim) order.claims.push(claim);
    if (told === 'webhook' || told === 'both') await deliverAll(game);
    if (claim && (told === 'callback' || told === 'both')) {
      const { status, json } = await callBack(game, claim);
      return { result: resultOf(status), said: json.message };
    }
    return { result: 'done' };
  });
}

export function repeatCallback(_random: Random, label: string): Step {
  return ofOrder(label, `the browser of payer ${label} sends its claim again, twice`, async (game, order) => {
    const claim = order.claims.at(-1);
    if (!claim) return skipped;
    await callBack(game, claim);
    await game.world.drain();
    const before = await game.snapshot();
    // While the provider does not answer, the first claim is stored, and the second claim may be processed
    // first.
    const repeats = before.rows.order_payments.some(
      ({ payment_id: id, status }) => id === claim.razorpay_payment_id && status === 'captured',
    );
    const { status, json } = await callBack(game, claim);
    return { result: resultOf(status), said: json.message, before, repeats };
  });
}

/** Requests a link, and returns its token from the email. */
async function manageLink(game: Game, order: PlayedOrder): Promise<string | undefined> {
  const requested = await game.world.http('POST', `/api/receipts/${order.token}/manage-link`, {});
  if (requested.status !== 200) return undefined;
  const { rows } = await sql<{ url: string }>`select facts ->> 'manageUrl' as url from mails
    where kind = 'manage_link' and order_id = ${order.id} order by created_at desc, id desc limit 1`.execute(
    game.world.database,
  );
  return rows[0]?.url.split('#manage=')[1];
}

export function cancelByLink(random: Random, label: string): Step {
  const seats = random.between(1, 3);
  return ofOrder(label, `payer ${label} cancels ${seats} seats by link`, async (game, order) => {
    const link = await manageLink(game, order);
    if (!link) return skipped;
    const shown = await game.world.http('GET', `/api/manage/${link}`);
    const { booking } = shown.json.data as ManageData;
    const sum = booking?.cancel.find((one) => one.seats === seats);
    const stored = await game.stored(order);
    if (!booking || !stored) return skipped;
    const { allowedPaise, valuePaise } = game.allowedFor(order, stored, seats);
    const before = await game.snapshot();
    const attendees = booking.attendees.slice(0, seats).map(({ email }) => email);
    const body = { change: 'cancel', seats, expected_refund: sum?.refund ?? 0, attendees };
    const { status, json } = await game.world.http('POST', `/api/manage/${link}`, body);
    const result = resultOf(status);
    if (result === 'done') order.valuePaise = valuePaise;
    return { result, said: json.message, before, promisedPaise: paiseOf(sum?.refund ?? 0), allowedPaise };
  });
}

export function moveByLink(random: Random, label: string): Step {
  const target = random.between(0, 3);
  return ofOrder(label, `payer ${label} moves to batch ${target} by link`, async (game, order) => {
    const batch = game.world.upstream.batches()[target];
    const link = await manageLink(game, order);
    const stored = await game.stored(order);
    if (!link || !stored || !batch) return skipped;
    const before = await game.snapshot();
    const body = { change: 'move', course_schedule_id: batch.id };
    const { status, json } = await game.world.http('POST', `/api/manage/${link}`, body);
    const result = resultOf(status);
    if (result === 'done' && json.data?.outcome === 'requested') game.movedByPayer(order, stored, batch);
    return { result, said: json.message ?? json.data?.outcome, before };
  });
}

const person = (label: string, number: number) => ({
  name: `Attendee${number} Quillonix${label}`,
  email: `attendee-${number}-${label.toLowerCase()}@model.example`,
});

export function nameAttendees(random: Random, label: string): Step {
  const count = random.between(1, 3);
  return ofOrder(label, `payer ${label} names ${count} attendees on the receipt`, async (game, order) => {
    const attendees = Array.from({ length: count }, (_, number) => person(label, number));
    const { status, json } = await game.world.http('POST', `/api/receipts/${order.token}/attendees`, {
      attendees,
    });
    return { result: resultOf(status), said: json.message };
  });
}

export function askCorrection(_random: Random, label: string): Step {
  return ofOrder(label, `payer ${label} asks for another state on the invoice`, async (game, order) => {
    const billing = { state: '33', address: { address: `9 Quillonix${label} Street`, pin: '600001' } };
    const { status, json } = await game.world.http('POST', `/api/receipts/${order.token}/billing`, billing);
    return { result: resultOf(status), said: json.message };
  });
}
