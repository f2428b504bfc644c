import { type WaitlistRow, waitlistRow } from '@meridian/contracts/operators/console/waitlist';
import { route } from '../server/route.ts';
import { waitlistOf } from './waitlist.ts';

export const waitlistRoutes = [
  route({
    method: 'GET',
    path: '/waitlist',
    access: 'viewer',
    answer: waitlistRow.array(),
    handle: ({ deps }): Promise<WaitlistRow[]> => waitlistOf(deps.database),
  }),
];
