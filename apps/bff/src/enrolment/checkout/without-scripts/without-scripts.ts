/** The checkout for browsers in which the page's scripts do not run, or have not loaded yet. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { priceRequest } from '@meridian/contracts/enrolment/price';
import { currency } from '@meridian/contracts/enrolment/pricing';
import type { FieldErrors } from '@meridian/contracts/envelope';
import { instance } from '@meridian/contracts/site/instance';
import { parseUuid } from '@meridian/contracts/uuid';
import { Refusal } from '../../../platform/refusal.ts';
import {
  type CheckOrder,
  canPayCheckOrder,
  checkOrderPaise,
  findCheckOrder,
} from '../../orders/check-orders.ts';
import type { Order } from '../../orders/order.ts';
import { findOrder } from '../../orders/store/order-queries.ts';
import { freshOrder } from '../fresh-order.ts';
import { type OpeningServices, openOrder } from '../open-order.ts';
import { showOffer } from '../show-price.ts';
import type { Requester } from '../store-order.ts';
import type { FormView } from './form-page.ts';
import type { PayCheckView, PayView, Returned } from './pay-page.ts';
import { formErrors, hashOf, requestOf, type SentForm } from './sent-form.ts';

export interface WithoutScripts {
  /** @returns the form for a selection */
  show(sent: SentForm, requestId: string): Promise<FormView>;
  /** Opens an order with the fields sent. Submissions with the same attempt make one order. */
  send(
    sent: SentForm,
    requester: Requester,
  ): Promise<{ attempt: string } | { status: number; view: FormView }>;
  /** @returns undefined if no order was opened with this attempt */
  pay(attempt: string, returned: Returned | undefined): Promise<PayView | undefined>;
  /** @returns undefined if no check order has this id */
  payCheck(id: string): Promise<PayCheckView | undefined>;
}

type Services = OpeningServices & { publicUrl: string; now: () => Date };

const statusOf: Partial<Record<Refusal['kind'], number>> = {
  invalid: 422,
  conflict: 409,
  partner_unavailable: 502,
  unavailable: 503,
};

const otherForm = 'This form was sent before with other details. Please check them, and send it again.';
const notSent = 'Please check the details that are marked.';
const notOpened = 'The payment could not be started. Nothing was charged. Please send the form again.';

/** True if another request with the same attempt has inserted its order. */
const isRepeatedAttempt = (error: unknown) =>
  error instanceof Error && 'constraint' in error && error.constraint === 'orders_attempt_key';

/** Interval of polling while another request creates the attempt's order at the payment provider. */
const waitMs = 250;
const waits = 20;

async function offerOf(deps: Services, { values }: SentForm, requestId: string | undefined) {
  const parsed = priceRequest.safeParse({ ...values, gstin: values.company_gstin });
  if (!parsed.success)
    throw new Refusal('invalid', 'selection_invalid', 'Please choose a date and at least one seat.');
  return showOffer(deps, parsed.data, requestId);
}

async function viewOf(
  deps: Services,
  sent: SentForm,
  { requestId, message, errors }: { requestId?: string | undefined; message?: string; errors?: FieldErrors },
): Promise<FormView> {
  const attempt = randomUUID();
  try {
    return { sent, attempt, message, errors, offered: await offerOf(deps, sent, requestId) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.errors?.sales)
      return { sent, attempt, message: error.message, errors, offered: undefined, isClosed: true };
    const [couponFault] = error.errors?.coupon ?? [];
    const { coupon, ...others } = sent.values;
    if (couponFault === undefined || coupon === undefined)
      return { sent, attempt, message: message ?? error.message, errors, offered: undefined };
    // Shows the price without the coupon, and the error at the coupon's field.
    return viewOf(
      deps,
      { ...sent, values: others },
      { requestId, message: message ?? couponFault, ...(errors && { errors }) },
    );
  }
}

async function findAttempt({ database }: Services, attempt: string) {
  const row = await database
    .selectFrom('orders')
    .select(['id', 'attempt_hash', 'provider_order_id', 'seat_hold', 'payment_id'])
    .where('attempt', '=', attempt)
    .executeTakeFirst();
  return row && { hash: row.attempt_hash, isOpened: row.provider_order_id !== null };
}

/**
 * @returns `opened` if this attempt has opened an order; `other` if the attempt was sent with other fields;
 * `failed` if its order cannot be paid; undefined if no order has this attempt
 */
async function findEarlierSubmission(deps: Services, attempt: string, hash: string) {
  for (let tries = 0; tries < waits; tries += 1) {
    const found = await findAttempt(deps, attempt);
    if (!found) return undefined;
    if (found.hash !== hash) return 'other' as const;
    if (found.isOpened) return 'opened' as const;
    await sleep(waitMs);
  }
  // The process of that request died, or the payment provider did not answer: nobody can pay this order.
  return 'failed' as const;
}

/** The payment page expires after this time, or shortly before the hold of the seats ends. */
const maxPayMs = 24 * 60 * 60_000;
/** Minimum time left of a hold, so that a payment can be completed. */
const minPayMs = 60_000;

function canBePaid(order: Order, now: Date): boolean {
  if (order.providerOrderId === null || order.paymentId !== null) return false;
  if (order.state !== 'created' && order.state !== 'attempted') return false;
  if (now.getTime() - order.createdAt.getTime() > maxPayMs) return false;
  if (order.seatHold === null) return true;
  return (
    order.seatHold === 'held' &&
    order.heldUntil !== null &&
    order.heldUntil.getTime() - now.getTime() > minPayMs
  );
}

function returnUrls(publicUrl: string, attempt: string) {
  const back = new URL('/api/payments/return', publicUrl);
  back.searchParams.set('attempt', attempt);
  const cancelled = new URL(back);
  cancelled.searchParams.set('cancelled', '1');
  return { callbackUrl: back.href, cancelUrl: cancelled.href };
}

function hostedOf({ provider, publicUrl }: Services, order: Order, attempt: string) {
  const { batch, price, contact } = order;
  return provider.hosted({
    orderId: order.providerOrderId ?? '',
    amountPaise: price.totalPaise,
    currency,
    title: instance().name,
    description: `${batch.course_name}, ${price.seats === 1 ? '1 seat' : `${price.seats} seats`}`,
    payer: {
      name: `${contact.firstName} ${contact.lastName}`.trim(),
      email: contact.email,
      phoneNumber: contact.phoneNumber,
    },
    ...returnUrls(publicUrl, attempt),
  });
}

/** The payment of a check order, made by the operator who sets the product up. */
function hostedCheckOf({ provider, publicUrl }: Services, order: CheckOrder) {
  return provider.hosted({
    orderId: order.provider_order_id,
    amountPaise: checkOrderPaise,
    currency,
    title: instance().name,
    description: 'Test payment, refunded automatically',
    payer: { name: '', email: '', phoneNumber: '' },
    ...returnUrls(publicUrl, order.id),
  });
}

export function createWithoutScripts(deps: Services): WithoutScripts {
  const { database } = deps;
  const again = async (
    sent: SentForm,
    status: number,
    options: { requestId?: string | undefined; message: string; errors?: FieldErrors },
  ) => ({ status, view: await viewOf(deps, { ...sent, isFirst: false }, options) });

  return {
    show: (sent, requestId) => viewOf(deps, sent, { requestId }),
    async send(sent, requester) {
      const { requestId } = requester;
      const attempt = parseUuid(sent.values.attempt ?? '');
      if (attempt === undefined) return again(sent, 422, { requestId, message: notSent });
      const hash = hashOf(sent);
      const earlier = await findEarlierSubmission(deps, attempt, hash);
      if (earlier === 'opened') return { attempt };
      if (earlier !== undefined)
        return again(sent, 409, { requestId, message: earlier === 'other' ? otherForm : notOpened });
      const read = requestOf(sent, deps.settings.issuesInvoices);
      if ('errors' in read) return again(sent, 422, { requestId, message: notSent, errors: read.errors });
      try {
        const opened = await openOrder(deps, read.request, { ...requester, attempt: { id: attempt, hash } });
        if (opened.kind === 'opened') return { attempt };
        if (opened.kind === 'seats_short') return again(sent, 409, { requestId, message: opened.message });
        const message =
          'The price has changed since this page was opened. Nothing was charged. Please check the new total, and send the form again.';
        return again(sent, 409, { requestId, message });
      } catch (error) {
        // The same form was sent twice concurrently, and the other request was first.
        if (isRepeatedAttempt(error)) {
          if ((await findEarlierSubmission(deps, attempt, hash)) === 'opened') return { attempt };
          return again(sent, 409, { requestId, message: notOpened });
        }
        if (!(error instanceof Refusal)) throw error;
        const errors = formErrors(error.errors ?? {});
        return again(sent, statusOf[error.kind] ?? 422, { requestId, message: error.message, errors });
      }
    },
    async pay(attempt, returned) {
      const id = parseUuid(attempt);
      const found = id === undefined ? undefined : await findOrder(database, 'attempt', id);
      if (!found || id === undefined) return undefined;
      // Asks the payment provider whether the order is paid, before the payer pays a second time.
      const order = await freshOrder(deps, found);
      const now = deps.now();
      const hosted = canBePaid(order, now) ? hostedOf(deps, order, id) : undefined;
      return { order, hosted, returned, now };
    },
    async payCheck(attempt) {
      const id = parseUuid(attempt);
      const order = id === undefined ? undefined : await findCheckOrder(database, id);
      return (
        order && {
          id: order.id,
          state: order.state,
          hosted: canPayCheckOrder(order, deps.now()) ? hostedCheckOf(deps, order) : undefined,
        }
      );
    },
  };
}
