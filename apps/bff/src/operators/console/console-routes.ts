/** The table of all routes of the console. */
import { assignmentRoutes } from './assignments/routes.ts';
import { batchRoutes } from './batches/routes.ts';
import { catalogueRoutes } from './catalogue/routes.ts';
import { complaintRoutes } from './complaints/routes.ts';
import { couponRoutes } from './coupons/routes.ts';
import { dataRequestRoutes } from './data-requests/routes.ts';
import { documentRoutes } from './documents/routes.ts';
import { exportRoutes } from './export-routes.ts';
import { importRoutes } from './imports/routes.ts';
import { leadRoutes } from './leads/routes.ts';
import { listRoutes } from './lists/routes.ts';
import { mailRoutes } from './mails/routes.ts';
import { operationRoute } from './operation-route.ts';
import { operatorRoutes } from './operator-routes.ts';
import { orderRoutes } from './orders/routes.ts';
import { reconciliationRoutes } from './reconciliation/routes.ts';
import { requestRoutes } from './requests/routes.ts';
import { salesRoutes } from './sales/routes.ts';
import { searchRoute } from './search-route.ts';
import type { ConsoleRoute } from './server/route.ts';
import { setupRoutes } from './setup-routes.ts';
import { signInRoutes } from './sign-in/routes.ts';
import { todayRoutes } from './today/routes.ts';
import { trainingRoutes } from './training/routes.ts';
import { viewRoutes } from './views/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { workRoutes } from './work/routes.ts';

export const consoleApi = '/console/api';

export const consoleRoutes: readonly ConsoleRoute[] = [
  ...signInRoutes,
  ...todayRoutes,
  searchRoute,
  ...viewRoutes,
  ...leadRoutes,
  ...listRoutes,
  ...orderRoutes,
  ...batchRoutes,
  ...trainingRoutes,
  ...documentRoutes,
  ...reconciliationRoutes,
  ...requestRoutes,
  ...complaintRoutes,
  ...dataRequestRoutes,
  ...couponRoutes,
  ...importRoutes,
  ...salesRoutes,
  ...mailRoutes,
  ...catalogueRoutes,
  ...setupRoutes,
  ...exportRoutes,
  ...webhookRoutes,
  ...workRoutes,
  operationRoute,
  ...operatorRoutes,
  ...assignmentRoutes,
];
