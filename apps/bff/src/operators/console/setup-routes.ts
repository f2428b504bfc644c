import { reachUrl, type SetupStepRow, setupStep } from '@meridian/contracts/operators/console/setup';
import { makeReachUrl } from '../doctor/reach.ts';
import { listSteps } from '../setup/step-store.ts';
import { route } from './server/route.ts';

export const setupRoutes = [
  route({
    method: 'GET',
    path: '/setup',
    access: 'viewer',
    answer: setupStep.array(),
    handle: ({ deps }): Promise<SetupStepRow[]> => listSteps(deps.database),
  }),
  route({
    method: 'GET',
    path: '/setup/reach',
    access: 'admin',
    answer: reachUrl,
    handle: async ({ deps }) => ({ url: await makeReachUrl(deps) }),
  }),
];
