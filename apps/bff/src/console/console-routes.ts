/** The one table of the console's routes. */
import type { TodayPage } from '@meridian/contracts/console/answers';
import { batchRoutes } from './batches/routes.ts';
import { catalogueRoutes } from './catalogue/routes.ts';
import { couponRoutes } from './coupons/routes.ts';
import { documentRoutes } from './documents/routes.ts';
import { leadRoutes } from './leads/routes.ts';
import { mailRoutes } from './mails/routes.ts';
import { operatorRoutes } from './operator-routes.ts';
import { orderRoutes } from './orders/routes.ts';
import { searchRoute } from './search-route.ts';
import { type ConsoleRoute, route } from './server/route.ts';
import { signInRoutes } from './sign-in/routes.ts';
import { todayPage } from './today.ts';
import { viewRoutes } from './views/routes.ts';
import { workRoutes } from './work/routes.ts';

export const consoleApi = '/console/api';

export const consoleRoutes: readonly ConsoleRoute[] = [
  ...signInRoutes,
  route({
    method: 'GET',
    path: '/today',
    access: 'viewer',
    handle: ({ deps }): Promise<TodayPage> => todayPage(deps.database),
  }),
  searchRoute,
  ...viewRoutes,
  ...leadRoutes,
  ...orderRoutes,
  ...batchRoutes,
  ...documentRoutes,
  ...couponRoutes,
  ...mailRoutes,
  ...catalogueRoutes,
  ...workRoutes,
  ...operatorRoutes,
];
