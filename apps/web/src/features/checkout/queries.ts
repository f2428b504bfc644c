import { readQuery } from '../../api/route-query.ts';
import type { Queries } from '../../routing/route.ts';
import { receiptQuery } from './receipt/receipt-api.ts';

export const checkoutQueries: Queries = {
  // The list of courses, for visitors without a selection. In the document, it is smaller than the code that
  // would load it.
  '/checkout': () => [readQuery('cat_course', {})],
  '/checkout/pay': () => [],
  '/checkout/pay/:attempt': () => [],
  '/checkout/pay/:attempt/:returned': () => [],
  '/receipt/:token': ({ token = '' }) => [receiptQuery(token)],
  '/receipt/:token/change': ({ token = '' }) => [receiptQuery(token)],
};
