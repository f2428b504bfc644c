import type { ReadData, ReadRequest } from '@meridian/contracts/call-schemas';
import { type ReadCallName, readCallNames } from '@meridian/contracts/calls';
import { createApi, type EndpointBuilder } from '@reduxjs/toolkit/query/react';
import { transport } from './transport.ts';

type Builder = EndpointBuilder<typeof transport, never, 'api'>;

/** Creates the endpoint for one read of the call table. */
function readEndpoint<Name extends ReadCallName>(build: Builder, name: Name) {
  return build.query<ReadData<Name>, ReadRequest<Name>>({ query: (request) => ({ name, request }) });
}

type ReadEndpoints = { [Name in ReadCallName]: ReturnType<typeof readEndpoint<Name>> };

/**
 * The RTK Query API: an endpoint for each read of the call table. Features add other endpoints, for example
 * paged lists, with `injectEndpoints`.
 */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: transport,
  keepUnusedDataFor: 300,
  endpoints: (build) =>
    Object.fromEntries(readCallNames.map((name) => [name, readEndpoint(build, name)])) as ReadEndpoints,
});
