import { readQuery } from '../../api/route-query.ts';
import type { Queries } from '../../routing/route.ts';

export const homeQueries: Queries = {
  '/': () => [readQuery('home', {}, { primary: true })],
};
