import type { Recipe } from '../recipe.ts';

const folder = 'apps/bff/src/partners/payments/paperpay';

const provider = `import { createHmac } from 'node:crypto';
import type { Page, PaymentClaim, PaymentProvider, ProviderOrder, ProviderPayment } from '../provider.ts';

const secret = 'paper';

export const sign = (text: string) => createHmac('sha256', secret).update(text).digest('hex');
export const signClaim = ({ orderId, paymentId }: PaymentClaim) => sign(\`\${orderId}|\${paymentId}\`);

const page = <Item>(items: Item[]): Page<Item> => ({ items, unreadable: [], count: items.length });

/** A provider in memory, where every payment that somebody makes is captured. */
export function createPaperpay() {
  const orders = new Map<string, ProviderOrder & { receipt: string; notes: Record<string, string> }>();
  const payments = new Map<string, ProviderPayment>();

  function payment(id: string): ProviderPayment {
    const found = payments.get(id);
    if (!found) throw new Error(\`no payment \${id}\`);
    return found;
  }

  const provider: PaymentProvider = {
    name: 'paperpay',
    title: 'Paperpay',
    browser: { publicKey: 'paper-key', scriptUrl: 'https://paperpay.example/dialog.js' },
    isId: (kind, text) => text?.startsWith(\`paper_\${kind}_\`) ?? false,
    claimMatches: (claim, signature) => signature === signClaim(claim),
    signatureHeader: 'x-paperpay-signature',
    readWebhook: ({ rawBody, headers }) =>
      headers['x-paperpay-signature'] === sign(Buffer.from(rawBody).toString())
        ? { kind: 'event', event: { id: sign(Buffer.from(rawBody).toString()), name: 'told', report: null } }
        : { kind: 'forged' },
    async createOrder({ amountPaise, receipt, notes }) {
      const order = { id: \`paper_order_\${orders.size + 1}\`, amountPaise, receipt, notes };
      orders.set(order.id, order);
      return order;
    },
    findOrders: async (receipt) => [...orders.values()].filter((order) => order.receipt === receipt),
    async fetchOrder(id) {
      const { receipt = null, notes = {} } = orders.get(id) ?? {};
      return { receipt, notes };
    },
    fetchPayment: async (id) => payment(id),
    paymentsOfOrder: async (id) => page([...payments.values()].filter(({ orderId }) => orderId === id)),
    capture: async ({ id }) => payment(id),
    refund: async (paymentId, amountPaise, requestId) => ({
      id: \`paper_refund_\${requestId}\`,
      paymentId,
      amountPaise,
      state: 'processed',
      requestId,
    }),
    refundsOfPayment: async () => page([]),
    recentPayments: async () => page([...payments.values()]),
    recentRefunds: async () => page([]),
    recentDisputes: async () => page([]),
  };

  return {
    ...provider,
    /** What a payer does in the provider's dialog. */
    pay(orderId: string): PaymentClaim {
      const paymentId = \`paper_payment_\${payments.size + 1}\`;
      payments.set(paymentId, {
        id: paymentId,
        orderId,
        amountPaise: orders.get(orderId)?.amountPaise ?? 0,
        currency: 'INR',
        status: 'captured',
        captured: true,
        refundedPaise: 0,
      });
      return { orderId, paymentId };
    },
  };
}
`;

const test = `import fastify from 'fastify';
import supertest from 'supertest';
import { expect, test } from 'vitest';
import { installErrorHandler } from '../http/error-handler.ts';
import { configuredProvider } from '../payments/configured.ts';
import { createPaperpay, sign, signClaim } from '../payments/paperpay/paperpay.ts';
import { createCheckout } from './checkout.ts';
import { checkoutRoutes } from './routes.ts';
import { purchase, useCheckoutStack } from './testing/checkout-stack.ts';

const stack = await useCheckoutStack();

test('the recipe sells a seat through the new provider', async () => {
  const provider = createPaperpay();
  expect(configuredProvider().name).toBe(provider.name);
  const app = fastify();
  installErrorHandler(app);
  checkoutRoutes(app, createCheckout({ ...stack.deps, provider }));
  const http = supertest(await app.listen({ host: '127.0.0.1', port: 0 }));
  const opened = await http.post('/api/checkout').send(purchase).expect(200);
  expect(opened.body.data).toMatchObject({ order_id: 'paper_order_1', key_id: 'paper-key' });
  const claim = provider.pay(opened.body.data.order_id);
  const booked = await http.post('/api/booking').send({
    razorpay_order_id: claim.orderId,
    razorpay_payment_id: claim.paymentId,
    razorpay_signature: signClaim(claim),
  });
  expect(booked.body).toMatchObject({ status: 1, data: { state: 'booked' } });
  expect(stack.upstream.bookings).toMatchObject([{ body: { transaction_id: claim.paymentId } }]);

  const webhook = () => http.post('/api/webhooks/paperpay').type('json');
  await webhook().set('x-paperpay-signature', sign('{}')).send('{}').expect(200);
  const forged = await webhook().set('x-paperpay-signature', 'forged').send('{}');
  expect(forged.status).toBeGreaterThanOrEqual(400);
  await app.close();
});
`;

export const paymentProviderRecipe: Recipe = {
  title: 'A second payment provider',
  name: 'payment-provider',
  placeholders: { paperpay: '<name>' },
  apply(editor) {
    editor.create(`${folder}/paperpay.ts`, provider);
    const configured = 'apps/bff/src/partners/payments/configured.ts';
    editor.replaceLine(
      configured,
      'import { createRazorpay',
      "import { createPaperpay } from './paperpay/paperpay.ts';\n",
    );
    editor.replaceLine(
      configured,
      'export function configuredProvider(',
      'export function configuredProvider(_env?: object): PaymentProvider {\n',
    );
    editor.replaceLine(configured, '  return createRazorpay(', '  return createPaperpay();\n');
  },
  prove(editor) {
    editor.create('apps/bff/src/enrolment/recipe-payment-provider.test.ts', test);
  },
  types: ['apps/bff'],
  trials: [{ project: 'bff', files: ['recipe-payment-provider.test.ts'] }],
};
