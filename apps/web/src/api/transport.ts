import type { ReadRequest } from '@meridian/contracts/call-schemas';
import type { ReadCallName } from '@meridian/contracts/calls';
import type { RenderContext } from '@meridian/contracts/pages/renderer';
import type { BaseQueryFn } from '@reduxjs/toolkit/query';
import { type ApiFailure, unwrap } from './result.ts';

/** A read of the API: the call and its request. */
export interface ReadArgs<Name extends ReadCallName = ReadCallName> {
  name: Name;
  request: ReadRequest<Name>;
}

/** The readers of the transport. The server passes its own; in the browser receipts are read from the API. */
export type TransportContext = Pick<RenderContext, 'read' | 'readReceipt'>;

export type ReadResult = { data: unknown; error?: undefined } | { data?: undefined; error: ApiFailure };

/** Reads with the given reader and maps the answer to data or a failure. */
export async function readWith(
  { read }: TransportContext,
  { name, request }: ReadArgs,
  signal?: AbortSignal,
): Promise<ReadResult> {
  try {
    const result = unwrap(await read(name, request, signal));
    return 'error' in result ? result : { data: result.data };
  } catch (cause) {
    return { error: { kind: 'unreachable', message: cause instanceof Error ? cause.message : 'No answer' } };
  }
}

/** The RTK Query transport, with the store's reader. */
export const transport: BaseQueryFn<ReadArgs, unknown, ApiFailure> = (args, { signal, extra }) =>
  readWith(extra as TransportContext, args, signal);
