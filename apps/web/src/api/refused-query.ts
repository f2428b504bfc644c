import { queryOf, type RouteQuery } from './route-query.ts';

/**
 * Stands in for the read of an address that cannot name anything: the page is a 404 without the server being asked.
 */
export const refusedQuery: RouteQuery = queryOf(
  async () => ({ error: { kind: 'missing', message: 'Not an address of this site' } }),
  { primary: true },
);
