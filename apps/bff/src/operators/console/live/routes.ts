import { route } from '../server/route.ts';
import { liveStream } from './live-stream.ts';

export const liveRoutes = [
  route({
    method: 'GET',
    path: '/live',
    access: 'viewer',
    handle: async ({ deps, session }) => liveStream(deps, session()),
  }),
];
