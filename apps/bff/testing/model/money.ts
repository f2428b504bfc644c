/** Reads the amounts of payments from orders and ledger entries. */
import type { Order } from '../../src/enrolment/orders/order.ts';
import type { Account } from '../../src/enrolment/orders/state/ledger.ts';
import { type Money, moneyOfPayment } from '../../src/enrolment/statement/money.ts';
import type { Rows } from './snapshot.ts';

export const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

/** @returns the amounts of each captured payment */
export function moneyOf(order: Order): (Money & { paymentId: string })[] {
  return order.payments
    .filter(({ role, uncaptured }) => role !== 'tried' && !uncaptured)
    .map((payment) => {
      const { capturedPaise, keptPaise, owedPaise, returningPaise, returnedPaise, failedPaise } =
        moneyOfPayment(order, payment);
      return {
        paymentId: payment.paymentId,
        capturedPaise,
        keptPaise,
        owedPaise,
        returningPaise,
        returnedPaise,
        failedPaise,
      };
    });
}

/** @returns the refunded and due amounts of all payments, in paise */
export function toReturn(order: Order | undefined): number {
  const money = order ? moneyOf(order) : [];
  return sumOf(
    money.map(
      ({ owedPaise, returningPaise, returnedPaise, failedPaise }) =>
        owedPaise + returningPaise + returnedPaise + failedPaise,
    ),
  );
}

/** @returns bank transfers outside the provider, of an order or of one payment, in paise */
export function transferred(
  { ledger_entries: entries }: Rows,
  of: { orderId: string } | { paymentId: string },
) {
  const its = entries.filter(
    (row) =>
      row.debit === 'owed' &&
      row.credit === 'bank' &&
      ('orderId' in of ? row.order_id === of.orderId : row.payment_id === of.paymentId),
  );
  return sumOf(its.map(({ paise }) => Number(paise)));
}

/** @returns debits minus credits of a ledger account of a payment, in paise */
export function balanceOf({ ledger_entries: entries }: Rows, paymentId: string, account: Account): number {
  const its = entries.filter((row) => row.payment_id === paymentId);
  return sumOf(
    its.map(
      ({ debit, credit, paise }) => (Number(debit === account) - Number(credit === account)) * Number(paise),
    ),
  );
}

/** @returns refunds that operators and self-service requested or transferred, in paise */
export function sentPaise(rows: Rows, orderId: string): number {
  const ours = rows.refunds.filter(({ order_id: id, source }) => id === orderId && source === 'operator');
  return sumOf(ours.map(({ amount_paise: paise }) => Number(paise))) + transferred(rows, { orderId });
}

/** @returns refunds that are requested or in progress at the provider, in paise */
export function inProgress(order: Order): number {
  const refunds = order.payments.flatMap((payment) => payment.refunds);
  const open = refunds.filter(({ state }) => state === 'requested' || state === 'pending');
  return sumOf(open.map(({ amountPaise }) => amountPaise));
}
