import type { ReadRequest } from '@meridian/contracts/call-schemas';
import type { ReadCallName } from '@meridian/contracts/calls';
import type { PrivateReaders, RenderContext } from '@meridian/contracts/site/renderer';
import type { BaseQueryFn } from '@reduxjs/toolkit/query';
import { type ApiFailure, unwrap } from './result.ts';

/** A read of the API: the call and its request. */
export interface ReadArgs<Name extends ReadCallName = ReadCallName> {
  name: Name;
  request: ReadRequest<Name>;
}

/**
 * The readers of the transport. The server passes its own readers. The browser has no readers of private
 * pages: it reads their data from the API.
 */
export type TransportContext = Pick<RenderContext, 'read'> & Partial<PrivateReaders>;

/** The RTK Query transport: reads with the store's reader, and maps the response to data or a failure. */
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
