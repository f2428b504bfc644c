import { readQuery } from '../../api/route-query.ts';
import type { Queries } from '../../routing/route.ts';

export const customerQueries: Queries = {
  '/customer-speak': () => [readQuery('customer_speak', {}, { primary: true })],
};
