import type { RouteQuery } from './route-query.ts';

/** Query of an address that cannot match anything: the page is a 404, without a request. */
export const refusedQuery: RouteQuery = {
  error: { kind: 'missing', message: 'Not an address of this site' },
  primary: true,
};
