/** A second payment provider, in memory. It shows that the checkout does not depend on Razorpay. */
import { createHash } from 'node:crypto';
import type {
  PaymentProvider,
  ProviderPayment,
  ProviderRefund,
} from '../../src/partners/payments/provider.ts';
import { RemoteError } from '../../src/platform/remote/remote-error.ts';

const sign = (text: string | Uint8Array) => createHash('sha256').update('stub').update(text).digest('hex');

function unknownId(): RemoteError {
  return new RemoteError('payments', 'refused', 'unknown id', { retry: false, outcome: 'not_done' });
}

const pageOf = <Item>(items: Item[]) => ({ items, unreadable: [], count: items.length });

export function createStubProvider() {
  const orders = new Map<string, { amountPaise: number; receipt: string; notes: Record<string, string> }>();
  const payments = new Map<string, ProviderPayment>();
  const refunds: ProviderRefund[] = [];
  const paymentOf = (id: string): ProviderPayment => {
    const payment = payments.get(id);
    if (!payment) throw unknownId();
    return payment;
  };
  const provider: PaymentProvider = {
    name: 'stub',
    title: 'Stub',
    signatureHeader: 'x-stub-signature',
    browser: { publicKey: 'stub_key', scriptUrl: 'https://stub.example/dialog.js' },
    hosted: ({ orderId }) => ({ address: 'https://pay.example/hosted', fields: { order_id: orderId } }),
    isMoneyShort: () => false,
    isId: (kind, text) => text?.startsWith(`${kind}_`) ?? false,
    async createOrder(order) {
      const id = `order_${orders.size + 1}`;
      orders.set(id, order);
      return { id, amountPaise: order.amountPaise };
    },
    findOrders: async (receipt) =>
      [...orders].flatMap(([id, order]) =>
        order.receipt === receipt ? [{ id, amountPaise: order.amountPaise }] : [],
      ),
    async fetchOrder(id) {
      const order = orders.get(id);
      if (!order) throw unknownId();
      return order;
    },
    fetchPayment: async (id) => paymentOf(id),
    paymentsOfOrder: async (id) => pageOf([...payments.values()].filter(({ orderId }) => orderId === id)),
    async capture({ id }) {
      const captured = { ...paymentOf(id), status: 'captured' as const, captured: true };
      payments.set(id, captured);
      return captured;
    },
    async refund(paymentId, amountPaise, requestId) {
      const payment = paymentOf(paymentId);
      const id = `refund_${refunds.length + 1}`;
      const refund = { id, paymentId, amountPaise, requestId, state: 'processed' as const };
      refunds.push(refund);
      payments.set(paymentId, { ...payment, refundedPaise: payment.refundedPaise + amountPaise });
      return refund;
    },
    refundsOfPayment: async (id) => pageOf(refunds.filter(({ paymentId }) => paymentId === id)),
    recentPayments: async (_from, skip) => pageOf([...payments.values()].slice(skip)),
    recentRefunds: async (_from, skip) => pageOf(refunds.slice(skip)),
    recentDisputes: async () => pageOf([]),
    claimMatches: ({ orderId, paymentId }, signature) => signature === sign(`${orderId}|${paymentId}`),
    readWebhook({ rawBody, headers }) {
      if (headers['x-stub-signature'] !== sign(rawBody)) return { kind: 'forged' };
      const id = Buffer.from(rawBody).toString('utf8');
      const payment = paymentOf(id);
      if (payment.orderId === null) return { kind: 'unreadable' };
      const reported = { ...payment, orderId: payment.orderId };
      const report =
        payment.status === 'captured'
          ? { kind: 'payment_captured' as const, payment: reported }
          : { kind: 'payment_tried' as const, payment: reported, authorized: true };
      return { kind: 'event', event: { id: `event_${id}`, name: 'paid', report } };
    },
  };
  return {
    provider,
    sign,
    /** Pays for an order. @returns the payment id */
    pay(orderId: string, status: 'authorized' | 'captured'): string {
      const amountPaise = orders.get(orderId)?.amountPaise ?? 0;
      const id = `payment_${payments.size + 1}`;
      const captured = status === 'captured';
      payments.set(id, {
        id,
        orderId,
        amountPaise,
        currency: 'INR',
        status,
        captured,
        refundedPaise: 0,
      });
      return id;
    },
  };
}
