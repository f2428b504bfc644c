/**
 * Queries of all pages. They are not part of the route table, because the document contains the responses of
 * its own page. The browser loads this file only for the next page.
 */
import { type RouteQuery, readQuery } from '../api/route-query.ts';
import { blogQueries } from '../features/blog/queries.ts';
import { checkoutQueries } from '../features/checkout/queries.ts';
import { courseQueries } from '../features/courses/queries.ts';
import { customerQueries } from '../features/customers/queries.ts';
import { homeQueries } from '../features/home/queries.ts';
import { policyQueries } from '../features/policies/queries.ts';
import { resourceQueries } from '../features/resources/queries.ts';
import { scheduleQueries } from '../features/schedule/queries.ts';
import { trainingQueries } from '../features/training/queries.ts';
import type { Queries, RouteMatch } from '../routing/route.ts';

const queries: Queries = {
  ...blogQueries,
  ...checkoutQueries,
  ...courseQueries,
  ...customerQueries,
  ...homeQueries,
  ...policyQueries,
  ...resourceQueries,
  ...scheduleQueries,
  ...trainingQueries,
};

/** Queries of the layout, on every page. */
export const layoutQueries = () => [readQuery('header', {})];

/** @returns the queries of a page's first render */
export function queriesOf({ route, params }: RouteMatch): RouteQuery[] {
  return queries[route.path]?.(params) ?? [];
}
