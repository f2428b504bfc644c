import type { PayerState, ReceiptData } from '@meridian/contracts/checkout/receipt';
import { api } from '../../api/api.ts';
import type { ReadError } from '../../api/transport.ts';

async function readReceipt(token: string): Promise<{ data: ReceiptData } | { error: ReadError }> {
  try {
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

/** Receipts are one visitor's own: they are read in the browser and forgotten with the page. */
export const receiptApi = api.injectEndpoints({
  endpoints: (build) => ({
    receipt: build.query<ReceiptData, string>({ queryFn: readReceipt, keepUnusedDataFor: 0 }),
  }),
});

/** @returns the token in a receipt's path */
export function receiptToken(receiptPath: string): string {
  return receiptPath.slice(receiptPath.lastIndexOf('/') + 1);
}

/** True once the money is here and stays here: nobody should pay for this order again. */
export function isPaid(state: PayerState): boolean {
  return state === 'paid' || state === 'booked';
}
