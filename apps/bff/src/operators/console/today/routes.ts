import { funnelDays, funnelKeys } from '@meridian/contracts/operators/console/funnel';
import {
  type Deadlines,
  deadlines,
  type Funnel,
  funnel,
  type HealthItem,
  healthItem,
  type Trends,
  trends,
} from '@meridian/contracts/operators/console/insights';
import { type TodayPage, todayPage } from '@meridian/contracts/operators/console/today';
import { z } from 'zod';
import { route } from '../server/route.ts';
import { deadlinesOf } from './deadlines.ts';
import { funnelOf } from './funnel.ts';
import { healthOf } from './health.ts';
import { readTodayPage } from './today.ts';
import { trendsOf } from './trends.ts';

const viewer = { method: 'GET', access: 'viewer' } as const;
const days = z.coerce
  .number()
  .refine((value) => funnelDays.some((known) => known === value), { error: '7, 30 or 90 days' });

export const todayRoutes = [
  route({
    ...viewer,
    path: '/today',
    answer: todayPage,
    handle: ({ deps }): Promise<TodayPage> => readTodayPage(deps.database),
  }),
  route({
    ...viewer,
    path: '/today/deadlines',
    answer: deadlines,
    handle: ({ deps }): Promise<Deadlines> => deadlinesOf(deps.database),
  }),
  route({
    ...viewer,
    path: '/today/funnel',
    query: z.object({ by: z.enum(funnelKeys).default('course'), days: days.default(30) }),
    answer: funnel,
    handle: ({ deps, query }): Promise<Funnel> => funnelOf(deps.database, query),
  }),
  route({
    ...viewer,
    path: '/today/trends',
    answer: trends,
    handle: ({ deps }): Promise<Trends> => trendsOf(deps.database, 'all'),
  }),
  route({
    ...viewer,
    path: '/today/health',
    answer: healthItem.array(),
    handle: ({ deps }): Promise<HealthItem[]> => healthOf(deps.database, deps.upstream, deps.health),
  }),
];
