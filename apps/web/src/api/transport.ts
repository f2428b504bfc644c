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

/** What the store hands to the transport; the server puts its own readers here. The browser asks the API for receipts. */
export type TransportContext = Pick<RenderContext, 'read' | 'readReceipt'>;

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
