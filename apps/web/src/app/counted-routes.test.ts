import { pageRoutes } from '@meridian/contracts/site/visits/page-routes';
import { expect, it } from 'vitest';
import { routes } from './routes.ts';

it('visits of every route are counted', () => {
  expect([...pageRoutes].sort()).toEqual([...routes.map(({ path }) => path), '*'].sort());
});
