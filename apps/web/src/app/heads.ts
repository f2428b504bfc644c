/**
 * Metadata of all pages. It is not part of the route table, because the document contains the metadata of its
 * own page. The browser loads this file only for the next page.
 */
import { blogHeads } from '../features/blog/heads.ts';
import { checkoutHeads } from '../features/checkout/heads.ts';
import { companyHeads } from '../features/company/heads.ts';
import { courseHeads } from '../features/courses/heads.ts';
import { customerHeads } from '../features/customers/heads.ts';
import { homeHeads } from '../features/home/heads.ts';
import { policyHeads } from '../features/policies/heads.ts';
import { resourceHeads } from '../features/resources/heads.ts';
import { scheduleHeads } from '../features/schedule/heads.ts';
import { trainingHeads } from '../features/training/heads.ts';
import { waitlistHeads } from '../features/waitlist/heads.ts';
import type { Head, HeadContext, Heads } from '../routing/head.ts';
import type { Route } from '../routing/route.ts';

const heads: Heads = {
  ...homeHeads,
  ...companyHeads,
  ...customerHeads,
  ...resourceHeads,
  ...blogHeads,
  ...policyHeads,
  ...scheduleHeads,
  ...checkoutHeads,
  ...waitlistHeads,
  ...trainingHeads,
  ...courseHeads,
  '*': () => ({
    title: 'Page not found',
    description: 'Page not found.',
    canonical: '/',
  }),
};

/** @returns the metadata of a route's page */
export function headOf({ path }: Route, context: HeadContext): Head {
  const head = heads[path];
  if (!head) throw new Error(`The route ${path} has no metadata`);
  return head(context);
}
