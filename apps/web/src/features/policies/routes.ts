import type { PolicyName } from '@meridian/contracts/policies/page';
import { readQuery } from '../../api/route-query.ts';
import { lazyScreen } from '../../routing/lazy-screen.tsx';
import type { Route } from '../../routing/route.ts';
import { policies } from './policies.ts';

function policyRoute(name: PolicyName): Route {
  const { path, title, description } = policies[name];
  return {
    path,
    bodyClass: 'policy-page',
    screen: lazyScreen('features/policies/policy-screen.tsx', async () => {
      const { PolicyScreen } = await import('./policy-screen.tsx');
      return PolicyScreen;
    }),
    queries: () => [readQuery('page', { page_name: name }, { primary: true })],
    head: () => ({ title, description, canonical: path }),
  };
}

export const policyRoutes: readonly Route[] = (Object.keys(policies) as PolicyName[]).map(policyRoute);
