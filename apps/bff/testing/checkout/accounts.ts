/** Compares three records after a fault: Razorpay's money, our orders and cases, the upstream's bookings. */
import { openCases } from '../../src/enrolment/orders/cases/case-store.ts';
import { isBooked, type Order, partOf } from '../../src/enrolment/orders/order.ts';
import { transferredPaise } from '../../src/enrolment/orders/state/ledger.ts';
import { inProgressPaise, shortfallPaise } from '../../src/enrolment/orders/state/order-facts.ts';
import type { useCheckoutStack } from './checkout-stack.ts';

type Stack = Awaited<ReturnType<typeof useCheckoutStack>>;

interface SandboxPayment {
  id: string;
  order_id: string;
  amount: number;
  captured: boolean;
}
interface SandboxRefund {
  payment_id: string;
  amount: number;
  status: string;
}
interface SandboxDispute {
  payment_id: string;
  amount_deducted: number;
}

export interface Account {
  capturedPaise: number;
  bookedPaise: number;
  /** Refunded by Razorpay, lost in a dispute, or refunded by a transfer that an operator recorded. */
  refundedPaise: number;
  /** Refunds in progress, and amounts with an open case. */
  openPaise: number;
  cases: string[];
  /** Differences; empty if the records agree. */
  faults: string[];
}

const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0);

/** @returns the use of every paisa that Razorpay captured for this order */
export async function accountOf(stack: Stack, providerOrderId: string): Promise<Account> {
  const { payments, refunds, disputes } = (await stack.sandbox.get('/_sandbox/payments').expect(200)).body
    .data as {
    payments: SandboxPayment[];
    refunds: SandboxRefund[];
    disputes: SandboxDispute[];
  };
  const order = await stack.order(providerOrderId);
  const cases = await openCases(stack.database, { orderIds: [order.id] });
  const account: Account = {
    capturedPaise: 0,
    bookedPaise: 0,
    refundedPaise: 0,
    openPaise: 0,
    faults: [],
    cases: cases.map(({ kind }) => kind),
  };
  for (const payment of payments.filter(({ order_id: id, captured }) => id === providerOrderId && captured)) {
    const its = refunds.filter(({ payment_id: id }) => id === payment.id);
    const paise = (status: string) =>
      sum(its.filter((refund) => refund.status === status).map(({ amount }) => amount));
    const lost = sum(
      disputes.filter((one) => one.payment_id === payment.id).map((one) => one.amount_deducted),
    );
    account.capturedPaise += payment.amount;
    const known = order.payments.find(({ paymentId }) => paymentId === payment.id);
    if (!known || known.role === 'tried') {
      account.faults.push(`${payment.id} was captured, and is not recorded here`);
      continue;
    }
    const refunded = paise('processed') + lost + transferredPaise(known.flows);
    account.refundedPaise += refunded;
    const left = payment.amount - refunded;
    if (left <= 0) continue;
    const part = partOf(known);
    const returns = Math.max(0, Math.min(left, inProgressPaise(part) + shortfallPaise(part)));
    const stays = left - returns;
    account.openPaise += returns;
    const ids = ['', payment.id, ...known.refunds.map(({ id }) => id)];
    const hasCase = cases.some(({ subject }) => ids.includes(subject));
    if (returns > paise('pending') && !hasCase)
      account.faults.push(`${payment.id} must be refunded, and has no case`);
    if (known.role === 'pays' && order.booking === 'booked') account.bookedPaise += stays;
    else if (stays > 0 && hasCase) account.openPaise += stays;
    else if (stays > 0) account.faults.push(`${payment.id} is not booked and has no case`);
  }
  account.faults.push(...bookingFaults(stack, order));
  return account;
}

function bookingFaults({ upstream }: Stack, order: Order): string[] {
  const made = upstream.bookings.filter(({ body }) => body.transaction_id === order.paymentId).length;
  if (made > 1) return ['booked twice'];
  return isBooked(order) && made === 0 ? ['booked here, and not at the upstream'] : [];
}
