import { readQuery } from '../../api/route-query.ts';
import type { Queries } from '../../routing/route.ts';
import { wholeLibrary } from './library.ts';

export const resourceQueries: Queries = {
  '/resources': () => [
    readQuery('Resources', wholeLibrary, { primary: true }),
    readQuery('resources_category', {}),
  ],
};
