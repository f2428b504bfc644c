import type { PolicyName } from '@meridian/contracts/site/policy-page';
import { readQuery } from '../../api/route-query.ts';
import type { Queries } from '../../routing/route.ts';
import { policyPaths } from './policy-paths.ts';

export const policyQueries: Queries = Object.fromEntries(
  Object.entries(policyPaths).map(([name, path]) => [
    path,
    () => [readQuery('page', { page_name: name as PolicyName }, { primary: true })],
  ]),
);
