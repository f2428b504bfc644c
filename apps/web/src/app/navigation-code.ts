/** The code that a client-side navigation needs: metadata and queries of all pages. */
export { startQuery } from '../api/route-query.ts';
export { applyHead } from '../routing/head.ts';
export { headOf } from './heads.ts';
export { layoutQueries, queriesOf } from './queries.ts';
