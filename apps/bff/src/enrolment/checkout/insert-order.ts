/**
 * Inserts an order and, if the upstream counts seats, holds its seats. Uses one statement, to save a round
 * trip.
 */
import type { CheckoutRequest } from '@meridian/contracts/enrolment/orders';
import type { TaxDecision } from '@meridian/contracts/enrolment/tax-decision';
import { noticeVersion } from '@meridian/contracts/leads/notice';
import { type Kysely, sql } from 'kysely';
import { databaseNow, fromNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { prepared } from '../../platform/database/prepared.ts';
import { attendeeColumns } from '../bookings/report-attendees.ts';
import type { SaleTerms } from '../orders/terms.ts';
import { buyerOf } from '../pricing/order-tax.ts';
import type { PricedOffer } from '../pricing/priced-offer.ts';
import { insertOrderSearch } from '../search/order-search.ts';
import { type HoldAnswer, holdSeats, type SeatRequest } from '../seats/hold-seats.ts';

/** Leaves time for the payment to be reported before the reconciler asks for it. */
const firstCheckMs = 15 * 60_000;

/** One submission of the form without scripts. */
export interface Attempt {
  /** UUID, generated with the form. */
  id: string;
  /** SHA-256 of the submitted fields. */
  hash: string;
}

export interface NewOrder {
  id: string;
  receiptToken: string;
  requestId: string | undefined;
  attempt: Attempt | undefined;
  /** Id of the booked order that this order replaces. */
  exchanges: string | undefined;
  request: CheckoutRequest;
  priced: PricedOffer;
  terms: SaleTerms;
  supplierState: string | undefined;
  tax: TaxDecision | undefined;
}

/** Returns the address of a person only, because a company's address is stored with the company. */
function addressColumn({ billing }: CheckoutRequest): string | null {
  return billing?.address && !billing.company ? JSON.stringify(billing.address) : null;
}

function columnsOf({ request, priced: { batch, price, coupon }, supplierState, tax, ...order }: NewOrder) {
  return {
    id: order.id,
    provider_order_id: null,
    request_id: order.requestId ?? null,
    attempt: order.attempt?.id ?? null,
    attempt_hash: order.attempt?.hash ?? null,
    exchanges: order.exchanges ?? null,
    state: 'created' as const,
    booking: 'none' as const,
    batch: JSON.stringify(batch),
    terms: JSON.stringify(order.terms),
    seats: price.seats,
    unit_paise: price.unitPaise,
    sub_total_paise: price.subTotalPaise,
    discount_paise: price.discountPaise,
    gst_paise: price.gstPaise,
    total_paise: price.totalPaise,
    coupon_code: coupon?.code ?? null,
    billing_state: buyerOf(request).state ?? null,
    supplier_state: supplierState ?? null,
    place_of_supply: tax?.placeOfSupply ?? null,
    place_assumed: tax?.assumed ?? false,
    company: request.billing?.company ? JSON.stringify(request.billing.company) : null,
    billing_address: addressColumn(request),
    notice_version: noticeVersion,
    first_name: request.first_name,
    last_name: request.last_name,
    email: request.email,
    phone_number: request.phone_number,
    ...attendeeColumns(request.attendees),
    attribution: request.attribution ? JSON.stringify(request.attribution) : null,
    receipt_token: order.receiptToken,
    payment_id: null,
    review_reason: null,
  };
}

/** Inserts an order of a batch whose seats are not counted. */
export async function insertOrder(database: Kysely<Database>, order: NewOrder): Promise<void> {
  const times = { next_check_at: fromNow(firstCheckMs), created_at: databaseNow, updated_at: databaseNow };
  const insert = database.insertInto('orders').values({ ...columnsOf(order), ...times });
  await sql`${prepared}
    with inserted as (${insert.returningAll()}) ${insertOrderSearch(sql`inserted as orders`)}`.execute(
    database,
  );
}

export interface Held extends HoldAnswer {
  /** Null if no order was inserted, or if its seats are not held. */
  held_until: Date | null;
}

/** Inserts an order unless its seats are refused. @returns the decision of the database */
export async function insertHolding(
  database: Kysely<Database>,
  order: NewOrder,
  requested: SeatRequest,
  holdMs: number,
): Promise<Held> {
  const columns = columnsOf(order);
  const { rows } = await sql<Held>`${prepared}
    with hold as materialized (${holdSeats(requested)}),
    inserted as (
      insert into orders (${sql.join(Object.keys(columns).map((name) => sql.id(name)))}, next_check_at, created_at, updated_at,
        seat_hold, held_until, opened_from)
      select ${sql.join(Object.values(columns))}, ${fromNow(firstCheckMs)}, ${databaseNow}, ${databaseNow},
        case outcome when 'held' then 'held' when 'not_held' then 'released' end,
        case when outcome = 'held' then ${fromNow(holdMs)} end,
        case when outcome <> 'uncounted' then ${requested.openedFrom} end
      from hold where outcome in ('held', 'not_held', 'uncounted')
      returning *
    ), searchable as (${insertOrderSearch(sql`inserted as orders`)})
    select hold.*, inserted.held_until from hold left join inserted on true`.execute(database);
  const [held] = rows;
  if (!held) throw new Error('hold_seats returned no row');
  return held;
}
