/** Checks whether a request may call a route. */
import { isAllowed } from '@meridian/contracts/operators/console/roles';
import { HttpProblem } from '../../../platform/http/problems/errors.ts';
import type { ConsoleSession } from '../../accounts/session.ts';
import type { ConsoleRoute } from './route.ts';

const safeMethods = ['GET', 'HEAD'];

/**
 * Refuses requests that pages of other origins make, and changes without our `Origin`, in addition to the
 * `SameSite=Strict` cookie (CSRF).
 * @throws HttpProblem 403
 */
export function refuseForeignOrigin(
  { method, headers }: { method: string; headers: Record<string, unknown> },
  consoleUrl: string,
): void {
  const site = headers['sec-fetch-site'];
  const foreign =
    (site !== undefined && site !== 'same-origin' && site !== 'none') ||
    (!safeMethods.includes(method) && headers.origin !== new URL(consoleUrl).origin);
  if (foreign) throw new HttpProblem(403, 'The console accepts requests from its own pages only.');
}

/**
 * @throws HttpProblem 401 without a session; 403 without the second factor, the role or a required step-up
 */
export function refuseSession(
  { access, stepUp }: Pick<ConsoleRoute, 'access' | 'stepUp'>,
  session: ConsoleSession | undefined,
): void {
  if (access === 'public') return;
  if (!session) throw new HttpProblem(401, 'Please sign in.');
  if (access === 'enrolling') return;
  if (!session.ready) throw new HttpProblem(403, 'Please set up the second factor first.');
  if (!isAllowed(session.operator.role, access))
    throw new HttpProblem(403, `This requires the role ${access}; your role is ${session.operator.role}.`);
  if (stepUp && session.steppedUpUntil === null)
    throw new HttpProblem(403, 'Please enter a code to confirm that it is you.', {
      errors: { step_up: ['needed'] },
    });
}
