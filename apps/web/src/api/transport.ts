import type { ReadRequest } from '@meridian/contracts/call-schemas';
import type { ReadCallName } from '@meridian/contracts/calls';
import type { ReceiptData } from '@meridian/contracts/checkout/receipt';
import type { Envelope } from '@meridian/contracts/envelope';
import type { BaseQueryFn } from '@reduxjs/toolkit/query';

/** A read of the API: the call and its request. */
export interface ReadArgs<Name extends ReadCallName = ReadCallName> {
  name: Name;
  request: ReadRequest<Name>;
}

/** The upstream's envelope. */
export interface ReadAnswer extends Envelope {
  /** Told on the server only: the status is not 1 because the slug or id names nothing. */
  missing?: true;
}

/**
 * Answers one read; rejects where there is no answer. The browser asks the API, the server its catalogue.
 */
export type Read = <Name extends ReadCallName>(
  name: Name,
  request: ReadRequest<Name>,
  signal?: AbortSignal,
) => Promise<ReadAnswer>;

/**
 * Why there is no data. `refused`: the server answered with a status other than 1 (shown as 'Failed to load
 * content'). `missing`: so it did because there is no such thing; the first page is a 404. `unreachable`: no answer,
 * or none that can be read (shown as 'Fetch error').
 */
export interface ReadError {
  kind: 'refused' | 'missing' | 'unreachable';
  message: string;
}

/** What the store hands to the transport; the server puts its own reader here. */
export interface TransportContext {
  read: Read;
  /** Reads a receipt by its token, on the server; undefined where there is none. The browser asks the API. */
  readReceipt?(token: string): Promise<ReceiptData | undefined>;
}

function isEnvelope(value: unknown): value is ReadAnswer {
  return typeof value === 'object' && value !== null && 'status' in value;
}

/** The RTK Query transport: reads through the store's reader and sorts the answer into data and errors. */
export const transport: BaseQueryFn<ReadArgs, unknown, ReadError> = async (
  { name, request },
  { signal, extra },
) => {
  const { read } = extra as TransportContext;
  try {
    const answer = await read(name, request, signal);
    if (!isEnvelope(answer)) return { error: { kind: 'unreachable', message: 'Unreadable answer' } };
    if (answer.status !== 1)
      return { error: { kind: answer.missing ? 'missing' : 'refused', message: answer.message } };
    return { data: answer.data };
  } catch (cause) {
    return { error: { kind: 'unreachable', message: cause instanceof Error ? cause.message : 'No answer' } };
  }
};
