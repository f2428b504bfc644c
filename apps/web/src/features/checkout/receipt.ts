import type { PayerState, ReceiptData } from '@meridian/contracts/checkout/receipt';
import { api } from '../../api/api.ts';
import { queryOf, type RouteQuery } from '../../api/route-query.ts';
import type { ReadError, TransportContext } from '../../api/transport.ts';

type ReceiptAnswer = { data: ReceiptData } | { error: ReadError };

async function readReceipt(token: string, { extra }: { extra: unknown }): Promise<ReceiptAnswer> {
  const context = extra as TransportContext;
  try {
    if (context.readReceipt) {
      const data = await context.readReceipt(token);
      return data ? { data } : { error: { kind: 'refused', message: '' } };
    }
    // Loaded on use, so that the page is there before the HTTP client.
    const { callJson } = await import('../../api/json-call.ts');
    const { httpStatus, answer } = await callJson(`/api/receipts/${encodeURIComponent(token)}`);
    const { status, message, data } = (answer ?? {}) as {
      status?: number;
      message?: string;
      data?: ReceiptData;
    };
    if (status === 1 && data) return { data };
    return { error: { kind: httpStatus === 404 ? 'refused' : 'unreachable', message: message ?? '' } };
  } catch (cause) {
    return { error: { kind: 'unreachable', message: cause instanceof Error ? cause.message : 'No answer' } };
  }
}

/** Receipts are one visitor's own: the browser forgets them with the page, and the server with its store. */
export const receiptApi = api.injectEndpoints({
  endpoints: (build) => ({
    receipt: build.query<ReceiptData, string>({
      queryFn: readReceipt,
      keepUnusedDataFor: typeof window === 'undefined' ? Number.POSITIVE_INFINITY : 0,
    }),
  }),
});

/** The receipt page's query. */
export function receiptQuery(token: string): RouteQuery {
  return queryOf(receiptApi.endpoints.receipt.initiate(token, { subscribe: false }));
}

/** @returns the token in a receipt's path */
export function receiptToken(receiptPath: string): string {
  return receiptPath.slice(receiptPath.lastIndexOf('/') + 1);
}

/** True once the money is here and stays here: nobody should pay for this order again. */
export function isPaid(state: PayerState): boolean {
  return state === 'paid' || state === 'booked';
}
