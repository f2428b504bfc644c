import type { PayerState, ReceiptData } from '@meridian/contracts/enrolment/receipt';
import { api } from '../../../api/api.ts';
import { callQuery } from '../../../api/call-query.ts';
import type { ApiFailure } from '../../../api/result.ts';
import { queryOf, type RouteQuery } from '../../../api/route-query.ts';
import type { TransportContext } from '../../../api/transport.ts';

type ReceiptResult = { data: ReceiptData } | { error: ApiFailure };

const pathOf = (token: string) => `/api/receipts/${encodeURIComponent(token)}`;
/**
 * Not validated, because the response is from our own server and zod would be too much code for this page.
 */
const asItIs = { safeParse: (data: unknown) => ({ data: data as ReceiptData }) };
/** The response has no data that a page shows. */
const done = { safeParse: () => ({ data: true as const }) };

const missing: ReceiptResult = { error: { kind: 'missing', message: 'Receipt not found' } };

async function readReceipt(token: string, { extra }: { extra: unknown }): Promise<ReceiptResult> {
  const context = extra as TransportContext;
  try {
    if (context.readReceipt) {
      const data = await context.readReceipt(token);
      return data ? { data } : missing;
    }
    return await callQuery(pathOf(token), asItIs);
  } catch (cause) {
    return { error: { kind: 'unreachable', message: cause instanceof Error ? cause.message : 'No answer' } };
  }
}

/** Receipts contain personal data, so they leave the cache when their page is left. */
export const receiptApi = api.injectEndpoints({
  endpoints: (build) => ({
    receipt: build.query<ReceiptData, string>({
      queryFn: readReceipt,
      keepUnusedDataFor: 0,
    }),
    requestCorrection: build.mutation<true, { token: string; billing: object }>({
      queryFn: ({ token, billing }) => callQuery(`${pathOf(token)}/billing`, done, billing),
    }),
  }),
});

/** The receipt page's query. */
export function receiptQuery(token: string): RouteQuery {
  return queryOf(receiptApi.endpoints.receipt, token);
}

/** @returns the token in a receipt's path */
export function receiptToken(receiptPath: string): string {
  return receiptPath.slice(receiptPath.lastIndexOf('/') + 1);
}

/** True if the order is paid and not refunded, so that the visitor should not pay for it again. */
export function isPaid(state: PayerState): boolean {
  return state === 'paid' || state === 'booked';
}
