/** Razorpay's API as far as the checkout needs it, over Razorpay's own SDK. Amounts are integer paise. */
import Razorpay from 'razorpay';
import { z } from 'zod';
import { RazorpayError, razorpayErrorOf } from './errors.ts';
import {
  type Page,
  pageOf,
  type RazorpayDispute,
  type RazorpayOrderName,
  type RazorpayPayment,
  type RazorpayRefund,
  razorpayDispute,
  razorpayOrderName,
  razorpayPayment,
  razorpayRefund,
} from './shapes.ts';

export type { RazorpayPayment, RazorpayRefund } from './shapes.ts';

const razorpayOrder = z.object({ id: z.string(), amount: z.int(), currency: z.string() });
export type RazorpayOrder = z.infer<typeof razorpayOrder>;

/** Every method throws a `RazorpayError` where there is no usable answer. */
export interface RazorpayClient {
  /**
   * @param receipt our order id, unique at Razorpay, at most 40 characters
   * @param uniqueReceipt a repeated receipt answers the order that has it, instead of an error
   */
  createOrder(order: {
    amountPaise: number;
    receipt: string;
    uniqueReceipt?: boolean;
    notes: Record<string, string>;
  }): Promise<RazorpayOrder>;
  ordersByReceipt(receipt: string): Promise<RazorpayOrder[]>;
  fetchPayment(paymentId: string): Promise<RazorpayPayment>;
  paymentsOfOrder(razorpayOrderId: string): Promise<Page<RazorpayPayment>>;
  /** One page, newest first, of at most 100. @param fromSeconds Unix time */
  recentPayments(fromSeconds: number, skip: number): Promise<Page<RazorpayPayment>>;
  /** The same of refunds of any payment. */
  recentRefunds(fromSeconds: number, skip: number): Promise<Page<RazorpayRefund>>;
  /** The same of disputes, of whatever time. */
  recentDisputes(skip: number): Promise<Page<RazorpayDispute>>;
  /** @returns the order's receipt and notes, which tell whose order it is */
  fetchOrder(razorpayOrderId: string): Promise<RazorpayOrderName>;
  capture(paymentId: string, amountPaise: number, currency: string): Promise<RazorpayPayment>;
  /** Newest first, at most 100. */
  refundsOfPayment(paymentId: string): Promise<Page<RazorpayRefund>>;
  /** Gives back a part of a payment. @param refundId ours: the same one refunds once, however often it is sent */
  refund(paymentId: string, amountPaise: number, refundId: string): Promise<RazorpayRefund>;
}

/** The part of the SDK's axios instance that its types leave out. */
interface Transport {
  defaults: { baseURL?: string; timeout?: number; maxRedirects?: number; maxContentLength?: number };
  interceptors: {
    response: { use(onAnswer: undefined, onError: (error: unknown) => never): unknown };
  };
  post(path: string, body: unknown, options: { headers: Record<string, string> }): Promise<{ data: unknown }>;
}

function transportOf(sdk: Razorpay): Transport {
  // The SDK's types hide `rq`, and without it neither the address nor a time-out can be set.
  return (sdk.api as unknown as { rq: Transport }).rq;
}

/**
 * Without an answer the SDK's own error handling reads a property of undefined and throws a TypeError that hides
 * the cause. Given a status of 0 it passes the transport's code on.
 */
function keepTransportCode(error: unknown): never {
  if (error instanceof Error && !('response' in error && error.response)) {
    const code = 'code' in error ? error.code : 'UNKNOWN';
    Object.assign(error, { response: { status: 0, data: { error: { code, description: error.message } } } });
  }
  throw error;
}

const pageSize = 100;
const maxAnswerBytes = 5 * 1024 * 1024;

/**
 * @param options.apiUrl address without the version, such as `https://api.razorpay.com`
 * @param options.timeoutMs of one call; the SDK itself has none
 */
export function createRazorpayClient(options: {
  keyId: string;
  keySecret: string;
  apiUrl: string;
  timeoutMs: number;
}): RazorpayClient {
  const sdk = new Razorpay({ key_id: options.keyId, key_secret: options.keySecret });
  const transport = transportOf(sdk);
  transport.defaults.baseURL = options.apiUrl;
  transport.defaults.timeout = options.timeoutMs;
  transport.defaults.maxRedirects = 0;
  transport.defaults.maxContentLength = maxAnswerBytes;
  transport.interceptors.response.use(undefined, keepTransportCode);

  async function call<Schema extends z.ZodType>(
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
    throw new RazorpayError('malformed', `Razorpay ${operation}: unexpected answer`, {
      retry: true,
      outcome: 'unknown',
      cause: parsed.error,
    });
  }

  const orders = z.object({ items: z.array(razorpayOrder) });
  const payments = pageOf(razorpayPayment);
  const refunds = pageOf(razorpayRefund);
  const disputes = pageOf(razorpayDispute);

  return {
    createOrder: ({ amountPaise, receipt, uniqueReceipt, notes }) =>
      call('create order', razorpayOrder, () =>
        sdk.orders.create({
          amount: amountPaise,
          currency: 'INR',
          receipt,
          notes,
          // The SDK's types do not know it.
          ...(uniqueReceipt && { unique_receipt: true }),
          // Without this the account's dashboard decides, and an uncaptured payment is given back after 3 days.
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
    ordersByReceipt: async (receipt) =>
      (await call('list orders', orders, () => sdk.orders.all({ receipt }))).items,
    fetchPayment: (paymentId) => call('fetch payment', razorpayPayment, () => sdk.payments.fetch(paymentId)),
    paymentsOfOrder: (razorpayOrderId) =>
      call('payments of order', payments, () => sdk.orders.fetchPayments(razorpayOrderId)),
    recentPayments: (fromSeconds, skip) =>
      call('list payments', payments, () => sdk.payments.all({ from: fromSeconds, count: pageSize, skip })),
    recentRefunds: (fromSeconds, skip) =>
      call('list refunds', refunds, () => sdk.refunds.all({ from: fromSeconds, count: pageSize, skip })),
    recentDisputes: (skip) =>
      call('list disputes', disputes, () => sdk.disputes.all({ count: pageSize, skip })),
    fetchOrder: (razorpayOrderId) =>
      call('fetch order', razorpayOrderName, () => sdk.orders.fetch(razorpayOrderId)),
    capture: (paymentId, amountPaise, currency) =>
      call('capture', razorpayPayment, () => sdk.payments.capture(paymentId, amountPaise, currency)),
    refundsOfPayment: (paymentId) =>
      call('refunds of payment', refunds, () =>
        sdk.payments.fetchMultipleRefund(paymentId, { count: pageSize }),
      ),
    refund: (paymentId, amountPaise, refundId) =>
      // The SDK's own refund drops the idempotency header.
      call('refund', razorpayRefund, async () => {
        const headers = { 'X-Refund-Idempotency': refundId };
        const body = { amount: amountPaise, speed: 'normal', receipt: refundId };
        try {
          const path = `/v1/payments/${encodeURIComponent(paymentId)}/refund`;
          return (await transport.post(path, body, { headers })).data;
        } catch (error) {
          throw errorAsTheSdkThrowsIt(error);
        }
      }),
  };
}

/** A call past the SDK throws axios' error; this gives it the SDK's shape, so that both are read the same way. */
function errorAsTheSdkThrowsIt(error: unknown): unknown {
  const answer = z.object({ response: z.object({ status: z.number(), data: z.unknown() }) }).safeParse(error);
  if (!answer.success) return error;
  const body = z.object({ error: z.unknown() }).safeParse(answer.data.response.data);
  return { statusCode: answer.data.response.status, error: body.data?.error };
}
