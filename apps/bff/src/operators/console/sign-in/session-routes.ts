/** Lists and ends sessions: operators their own, admins those of all operators. */
import { type SessionRow, sessionRow } from '@meridian/contracts/operators/console/operators';
import { isAllowed } from '@meridian/contracts/operators/console/roles';
import { z } from 'zod';
import { HttpProblem } from '../../../platform/http/problems/errors.ts';
import { endOneSession, listSessions } from '../../accounts/operators.ts';
import { type ConsoleCall, route } from '../server/route.ts';

const sessionId = z.string().min(1).max(100);
const isAdmin = ({ session }: Pick<ConsoleCall, 'session'>) => isAllowed(session().operator.role, 'admin');

export const sessionRoutes = [
  route({
    method: 'GET',
    path: '/sessions',
    access: 'viewer',
    /** Id of an operator. Default: the operator of the session. */
    query: z.object({ operator: z.string().max(100).optional() }),
    answer: sessionRow.array(),
    async handle(call): Promise<SessionRow[]> {
      const { id: sessionOfCall, operator } = call.session();
      const requested = call.query.operator ?? operator.id;
      if (requested !== operator.id && !isAdmin(call))
        throw new HttpProblem(403, 'Only admins can see sessions of other operators.');
      const sessions = await listSessions(call.deps.database, requested);
      return sessions.map(({ started_at: started, last_seen_at: seen, ...session }) => ({
        ...session,
        started_at: started.toISOString(),
        last_seen_at: seen.toISOString(),
        is_this: session.id === sessionOfCall,
      }));
    },
  }),
  route({
    method: 'POST',
    path: '/sessions/end',
    access: 'viewer',
    body: z.object({ id: sessionId }),
    async handle(call) {
      const { database } = call.deps;
      const { id, email } = call.session().operator;
      const of = isAdmin(call) ? undefined : id;
      const ended = await endOneSession(database, call.body.id, { of, by: { id, email } });
      if (!ended) throw new HttpProblem(404, 'Session not found. It may have ended.');
      return { done: 'The session has ended.' };
    },
  }),
];
