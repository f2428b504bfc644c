/** Razorpay's API through its SDK. */
import Razorpay from 'razorpay';
import { z } from 'zod';
import { type OnRemoteCall, observed } from '../../../platform/remote/observed.ts';
import { RemoteError } from '../../../platform/remote/remote-error.ts';
import type { AccountApi, PaymentApi } from '../provider.ts';
import { accountPaymentShape, accountRefundShape, settledEntryShape } from './account-shapes.ts';
import { razorpayErrorOf } from './errors.ts';
import { disputeShape, orderOriginShape, orderShape, pageOf, paymentShape, refundShape } from './shapes.ts';

/** The parts of the SDK's axios instance that are used here; the SDK has no types for them. */
interface Transport {
  defaults: { baseURL?: string; timeout?: number; maxRedirects?: number; maxContentLength?: number };
  interceptors: {
    response: { use(onAnswer: undefined, onError: (error: unknown) => never): unknown };
  };
  post(path: string, body: unknown, options: { headers: Record<string, string> }): Promise<{ data: unknown }>;
}

function transportOf(sdk: Razorpay): Transport {
  // The SDK's types lack `rq`, which is needed to set the base URL and the time-out.
  return (sdk.api as unknown as { rq: Transport }).rq;
}

/**
 * Without a response, the SDK's error handling throws a TypeError that hides the cause. A status of 0 makes
 * it keep the error code of the transport.
 */
function keepTransportCode(error: unknown): never {
  if (error instanceof Error && !('response' in error && error.response)) {
    const code = 'code' in error ? error.code : 'UNKNOWN';
    Object.assign(error, { response: { status: 0, data: { error: { code, description: error.message } } } });
  }
  throw error;
}

const pageSize = 100;
const reconPageSize = 1_000;
const maxAnswerBytes = 5 * 1024 * 1024;

export interface RazorpayApiOptions {
  keyId: string;
  keySecret: string;
  /** Base URL without the version, for example `https://api.razorpay.com`. */
  apiUrl: string;
  /** Timeout of each call in ms; the SDK has no default. */
  timeoutMs: number;
  onCall?: OnRemoteCall;
}

export function createRazorpayClient(options: RazorpayApiOptions): PaymentApi {
  const sdk = new Razorpay({ key_id: options.keyId, key_secret: options.keySecret });
  const transport = transportOf(sdk);
  transport.defaults.baseURL = options.apiUrl;
  transport.defaults.timeout = options.timeoutMs;
  transport.defaults.maxRedirects = 0;
  transport.defaults.maxContentLength = maxAnswerBytes;
  transport.interceptors.response.use(undefined, keepTransportCode);

  async function ask<Schema extends z.ZodType>(
    operation: string,
    schema: Schema,
    send: () => Promise<unknown>,
  ): Promise<z.output<Schema>> {
    let answer: unknown;
    try {
      answer = await send();
    } catch (thrown) {
      throw razorpayErrorOf(thrown, operation);
    }
    const parsed = schema.safeParse(answer);
    if (parsed.success) return parsed.data;
    throw new RemoteError('payments', 'malformed', `Razorpay ${operation}: unexpected answer`, {
      retry: true,
      outcome: 'unknown',
      cause: parsed.error,
    });
  }

  const call: typeof ask = (operation, schema, send) =>
    observed({ remote: 'payments', call: operation, onCall: options.onCall }, () =>
      ask(operation, schema, send),
    );

  const orders = z.object({ items: z.array(orderShape) });
  const payments = pageOf(paymentShape);
  const refunds = pageOf(refundShape);
  const disputes = pageOf(disputeShape);

  const account: AccountApi = {
    payments: ({ fromSeconds: from, toSeconds: to }, skip) =>
      call('list payments of a period', pageOf(accountPaymentShape), () =>
        sdk.payments.all({ from, to, count: pageSize, skip }),
      ),
    refunds: ({ fromSeconds: from, toSeconds: to }, skip) =>
      call('list refunds of a period', pageOf(accountRefundShape), () =>
        sdk.refunds.all({ from, to, count: pageSize, skip }),
      ),
    settled: (month, skip) =>
      call('settlement reconciliation', pageOf(settledEntryShape), () =>
        sdk.settlements.reports({
          year: Number(month.slice(0, 4)),
          month: Number(month.slice(5, 7)),
          count: reconPageSize,
          skip,
        }),
      ),
  };

  return {
    account,
    createOrder: ({ amountPaise, receipt, notes }, { afterRefusal = false } = {}) =>
      call('create order', orderShape, () =>
        sdk.orders.create({
          amount: amountPaise,
          currency: 'INR',
          receipt,
          notes,
          // Makes the receipt an idempotency key. Not every account supports the field, and the SDK's types
          // lack it.
          ...(!afterRefusal && { unique_receipt: true }),
          // Overrides the setting of the dashboard: a payment that is authorized within 3 days is captured, and an
          // uncaptured one is refunded after 5 days.
          payment: {
            capture: 'automatic',
            capture_options: {
              automatic_expiry_period: 3 * 24 * 60,
              manual_expiry_period: 5 * 24 * 60,
              refund_speed: 'normal',
            },
          },
        }),
      ),
    findOrders: async (receipt) =>
      (await call('list orders', orders, () => sdk.orders.all({ receipt }))).items,
    fetchOrder: (orderId) => call('fetch order', orderOriginShape, () => sdk.orders.fetch(orderId)),
    fetchPayment: (paymentId) => call('fetch payment', paymentShape, () => sdk.payments.fetch(paymentId)),
    paymentsOfOrder: (orderId) =>
      call('payments of order', payments, () => sdk.orders.fetchPayments(orderId)),
    capture: ({ id, amountPaise, currency }) =>
      call('capture', paymentShape, () => sdk.payments.capture(id, amountPaise, currency)),
    refund: (paymentId, amountPaise, requestId) =>
      // The SDK's own refund method drops the idempotency header.
      call('refund', refundShape, async () => {
        const headers = { 'X-Refund-Idempotency': requestId };
        const body = { amount: amountPaise, speed: 'normal', receipt: requestId };
        try {
          const path = `/v1/payments/${encodeURIComponent(paymentId)}/refund`;
          return (await transport.post(path, body, { headers })).data;
        } catch (error) {
          throw toSdkError(error);
        }
      }),
    refundsOfPayment: (paymentId) =>
      call('refunds of payment', refunds, () =>
        sdk.payments.fetchMultipleRefund(paymentId, { count: pageSize }),
      ),
    recentPayments: (fromSeconds, skip) =>
      call('list payments', payments, () => sdk.payments.all({ from: fromSeconds, count: pageSize, skip })),
    recentRefunds: (fromSeconds, skip) =>
      call('list refunds', refunds, () => sdk.refunds.all({ from: fromSeconds, count: pageSize, skip })),
    recentDisputes: (skip) =>
      call('list disputes', disputes, () => sdk.disputes.all({ count: pageSize, skip })),
  };
}

/** Converts the axios error of a direct call to the form of the SDK's errors. */
function toSdkError(error: unknown): unknown {
  const answer = z.object({ response: z.object({ status: z.number(), data: z.unknown() }) }).safeParse(error);
  if (!answer.success) return error;
  const body = z.object({ error: z.unknown() }).safeParse(answer.data.response.data);
  return { statusCode: answer.data.response.status, error: body.data?.error };
}
