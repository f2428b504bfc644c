import type { PolicyName } from '@meridian/contracts/site/policy-page';
import { lazyScreen } from '../../routing/lazy-screen.tsx';
import type { Route } from '../../routing/route.ts';
import { policyPaths } from './policy-paths.ts';

function policyRoute(name: PolicyName): Route {
  return {
    path: policyPaths[name],
    bodyClass: 'policy-page',
    screen: lazyScreen('features/policies/policy-screen.tsx', async () => {
      const { PolicyScreen } = await import('./policy-screen.tsx');
      return PolicyScreen;
    }),
  };
}

export const policyRoutes: readonly Route[] = (Object.keys(policyPaths) as PolicyName[]).map(policyRoute);
