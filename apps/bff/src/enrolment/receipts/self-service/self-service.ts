/** Changes of a booking by its payer: with a new link by mail, or as a request to an operator. */
import { rupeesOf } from '@meridian/contracts/enrolment/pricing';
import type {
  ChangeableBooking,
  ChangeOutcome,
  ChangesData,
  LinkSent,
  ManageData,
  ReceiptLinksAnswer,
  RequestedChange,
} from '@meridian/contracts/enrolment/self-service';
import { transact } from '../../../platform/database/transact.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Requester } from '../../checkout/store-order.ts';
import { findOpenMove } from '../../orders/changes/request-change.ts';
import type { Order } from '../../orders/order.ts';
import { receiptPath } from '../../orders/receipt-path.ts';
import { findOrder, lockOrder } from '../../orders/store/order-queries.ts';
import { allowedChanges, seatsLeft, whyClosed, whyNot } from './allowed-changes.ts';
import { cancelSeats } from './cancel-seats.ts';
import { askOperator } from './change-requests.ts';
import type { SelfServiceDependencies } from './dependencies.ts';
import { openExchange } from './exchange.ts';
import { emailHint, lockLink, readLink, sendManageLink, useLink } from './manage-links.ts';
import { isDearer, moveByPayer, readTarget, refuseOpenMove, refuseTarget } from './move-booking.ts';
import { moveTargets } from './move-targets.ts';
import { replaceAttendees } from './replace-attendees.ts';
import { sendReceiptLinks } from './send-receipt-links.ts';

export interface SelfService {
  /** @returns the possible changes; undefined if no order has this token */
  changes(receiptToken: string): Promise<ChangesData | undefined>;
  /**
   * Mails a link that changes the booking once.
   *
   * @throws Refusal `conflict` if no mails are sent or nothing can be changed, `limited` after three links in
   * 15 minutes
   */
  sendLink(receiptToken: string): Promise<LinkSent | undefined>;
  /**
   * Requests a change from an operator.
   *
   * @throws Refusal `conflict` if a link can make the change, or the change is not possible; `limited` if
   * five requests are open
   */
  ask(receiptToken: string, requested: RequestedChange): Promise<ChangeOutcome | undefined>;
  /** @returns the changes that a link allows; the link is not used */
  show(link: string): Promise<ManageData | undefined>;
  /**
   * Makes or requests one change, and marks the link as used. For a more expensive batch, only opens an order
   * to be paid, and leaves the link unused.
   *
   * @throws Refusal `invalid`, `not_found`, `conflict`, `gone`, `limited`, `partner_unavailable`
   */
  change(link: string, requested: RequestedChange, requester: Requester): Promise<ChangeOutcome>;
  /**
   * Mails the receipt links of an address. Answers before the lookup, so the answer is the same for every
   * address.
   */
  sendReceiptLinks(email: string, requestedFrom: string): ReceiptLinksAnswer;
  /** Waits for emails that are being enqueued. Call it in a graceful shutdown, before the database closes. */
  idle(): Promise<void>;
}

function refuseClosed(order: Order, requested: RequestedChange, now: Date): void {
  const reason = whyNot(order, requested.change, now);
  if (reason !== undefined) throw new Refusal('conflict', 'booking_closed', reason);
}

async function bookingOf(deps: SelfServiceDependencies, order: Order): Promise<ChangeableBooking> {
  const openMove = await findOpenMove(deps.database, order.id);
  const changes = allowedChanges(order, deps.now()).filter((kind) => kind !== 'move' || !openMove);
  const seats = Array.from({ length: seatsLeft(order) }, (_, index) => index + 1);
  const sums = changes.includes('cancel')
    ? seats.map((count) => deps.decisions.plan(order, { kind: 'cancel', seats: count, byPolicy: true }))
    : [];
  const { course_name, start_date, end_date } = order.batch;
  return {
    course_name,
    start_date,
    end_date,
    changes,
    seats: seats.length,
    attendees: [...order.attendees],
    cancel: sums.map(({ seats: count, policyPercent, valuePaise, refundPaise }) => ({
      seats: count,
      percent: policyPercent,
      price: rupeesOf(valuePaise),
      refund: rupeesOf(refundPaise),
    })),
    move: changes.includes('move') ? await moveTargets(deps, order) : [],
    receipt_path: receiptPath(order.receiptToken),
  };
}

async function change(
  deps: SelfServiceDependencies,
  link: string,
  requested: RequestedChange,
  requester: Requester,
): Promise<{ order: Order; outcome: Omit<ChangeOutcome, 'receipt_path'> }> {
  if (requested.change === 'cancel') {
    const { order, refund } = await cancelSeats(deps, link, requested);
    return { order, outcome: { outcome: 'done', ...(refund !== undefined && { refund }) } };
  }
  const found = requested.change === 'move' ? await readLink(deps.database, link) : undefined;
  const before = found && (await findOrder(deps.database, 'id', found.link.order_id));
  const target =
    requested.change === 'move' && before && found.state === 'open'
      ? await readTarget(deps, before.batch.course_id, requested.course_schedule_id)
      : undefined;
  if (before && target && found?.state === 'open' && isDearer(before, target)) {
    refuseClosed(before, requested, deps.now());
    refuseTarget(before, target, deps.now());
    await refuseOpenMove(deps.database, before.id);
    const { checkout, refund } = await openExchange(
      deps,
      before,
      target.offer.batch.course_schedule_id,
      requester,
    );
    return { order: before, outcome: { outcome: 'to_pay', checkout, refund_after: refund } };
  }
  return transact(deps.database, async (transaction) => {
    const order = await lockLink(transaction, link);
    refuseClosed(order, requested, deps.now());
    if (requested.change === 'attendees')
      await replaceAttendees(deps, transaction, order, requested.attendees);
    else if (requested.change === 'move' && target)
      await moveByPayer(deps, transaction, order, target, requested.expected_refund ?? 0);
    else await askOperator(transaction, order.id, requested);
    await useLink(transaction, link);
    return { order, outcome: { outcome: requested.change === 'attendees' ? 'done' : 'requested' } };
  });
}

export function createSelfService(deps: SelfServiceDependencies): SelfService {
  const { enqueueMails } = deps;
  const inProgress = new Set<Promise<void>>();
  const by = enqueueMails ? 'link' : 'operator';
  return {
    async changes(receiptToken) {
      const order = await findOrder(deps.database, 'receipt_token', receiptToken);
      if (!order) return undefined;
      const closed = whyClosed(order);
      return {
        by,
        email_hint: emailHint(order.contact.email),
        changes: allowedChanges(order, deps.now()),
        ...(closed !== undefined && { closed }),
        ...(closed === undefined && !enqueueMails && { booking: await bookingOf(deps, order) }),
      };
    },
    async sendLink(receiptToken) {
      if (!enqueueMails)
        throw new Refusal(
          'conflict',
          'email_off',
          'This site does not send emails. Please ask us for the change.',
        );
      return sendManageLink(deps, enqueueMails, receiptToken);
    },
    async ask(receiptToken, requested) {
      if (enqueueMails)
        throw new Refusal(
          'conflict',
          'link_required',
          'Please request a link by email and make the change with it.',
        );
      return transact(deps.database, async (transaction) => {
        const order = await lockOrder(transaction, 'receipt_token', receiptToken);
        if (!order) return undefined;
        refuseClosed(order, requested, deps.now());
        await askOperator(transaction, order.id, requested);
        return { outcome: 'requested' as const, receipt_path: receiptPath(order.receiptToken) };
      });
    },
    async show(link) {
      const found = await readLink(deps.database, link);
      const order = found && (await findOrder(deps.database, 'id', found.link.order_id));
      if (!found || !order) return undefined;
      const { state } = found;
      return {
        state,
        expires_at: found.link.expires_at.toISOString(),
        ...(state === 'open' && { booking: await bookingOf(deps, order) }),
      };
    },
    async change(link, requested, requester) {
      const { order, outcome } = await change(deps, link, requested, requester);
      deps.log.info(
        { orderId: order.id, change: requested.change, outcome: outcome.outcome },
        'a payer changed a booking or requested a change',
      );
      return { ...outcome, receipt_path: receiptPath(order.receiptToken) };
    },
    sendReceiptLinks(email, requestedFrom) {
      if (!enqueueMails) return { by: 'operator' };
      const work = sendReceiptLinks(deps, enqueueMails, email, requestedFrom).catch((error: unknown) =>
        deps.log.error({ err: error }, 'receipt links could not be mailed'),
      );
      inProgress.add(work);
      work.finally(() => inProgress.delete(work));
      return { by: 'mail' };
    },
    async idle() {
      await Promise.all(inProgress);
    },
  };
}
