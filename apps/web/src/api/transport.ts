import type { ReadRequest } from '@meridian/contracts/call-schemas';
import type { ReadCallName } from '@meridian/contracts/calls';
import type { ReceiptData } from '@meridian/contracts/checkout/receipt';
import type { BaseQueryFn } from '@reduxjs/toolkit/query';
import { type ApiAnswer, type ApiFailure, unwrap } from './result.ts';

/** A read of the API: the call and its request. */
export interface ReadArgs<Name extends ReadCallName = ReadCallName> {
  name: Name;
  request: ReadRequest<Name>;
}

/**
 * Answers one read; rejects where there is no answer. The browser asks the API, the server its catalogue.
 */
export type Read = <Name extends ReadCallName>(
  name: Name,
  request: ReadRequest<Name>,
  signal?: AbortSignal,
) => Promise<ApiAnswer>;

/** What the store hands to the transport; the server puts its own reader here. */
export interface TransportContext {
  read: Read;
  /** Reads a receipt by its token, on the server; undefined where there is none. The browser asks the API. */
  readReceipt?(token: string): Promise<ReceiptData | undefined>;
}

/** The RTK Query transport: reads through the store's reader and sorts the answer into data and failures. */
export const transport: BaseQueryFn<ReadArgs, unknown, ApiFailure> = async (
  { name, request },
  { signal, extra },
) => {
  const { read } = extra as TransportContext;
  try {
    const result = unwrap(await read(name, request, signal));
    return 'error' in result ? result : { data: result.data };
  } catch (cause) {
    return { error: { kind: 'unreachable', message: cause instanceof Error ? cause.message : 'No answer' } };
  }
};
