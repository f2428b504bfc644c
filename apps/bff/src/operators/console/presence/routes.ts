import { type PresenceRow, presenceSubjects } from '@meridian/contracts/console/presence';
import { z } from 'zod';
import { HttpProblem } from '../../../platform/http/errors.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import { auditOf } from '../server/audit-of.ts';
import { route } from '../server/route.ts';
import { listPresence, noteClosed, noteOpen, release, take } from './presence.ts';

const subject = z.object({ kind: z.enum(presenceSubjects), id: z.string().regex(/^[0-9a-f-]{1,36}$/) });
const writes = { method: 'POST', access: 'viewer', body: subject } as const;

/** Who only looks on does no deed, and so takes nothing. */
function refuseViewer(role: string): void {
  if (role === 'viewer') throw new HttpProblem(403, 'Taking it needs the role desk, finance or admin.');
}

export const presenceRoutes = [
  route({
    ...{ method: 'GET', path: '/presence', access: 'viewer' },
    handle: ({ deps }): Promise<PresenceRow[]> => listPresence(deps.database),
  }),
  route({
    ...{ ...writes, path: '/presence/open' },
    async handle({ deps, session, body }) {
      await noteOpen(deps.database, session().operator.id, body);
      return {};
    },
  }),
  route({
    ...{ ...writes, path: '/presence/close' },
    async handle({ deps, session, body }) {
      await noteClosed(deps.database, session().operator.id, body);
      return {};
    },
  }),
  route({
    ...{ ...writes, path: '/presence/take' },
    async handle(call) {
      const { deps, session, body } = call;
      const { operator } = session();
      refuseViewer(operator.role);
      const taken = await take(deps.database, operator.id, body, auditOf(call, 'presence.take', body));
      if (taken.kind === 'other') throw new HttpProblem(409, `${taken.name} has taken it already.`);
      return {};
    },
  }),
  route({
    ...{ ...writes, path: '/presence/release' },
    async handle(call) {
      const { deps, session, body } = call;
      const { id, role } = session().operator;
      refuseViewer(role);
      // An admin also frees what somebody left behind.
      const given = await release(deps.database, body, role === 'admin' ? undefined : id);
      if (!given) throw new HttpProblem(409, 'You have not taken it.');
      await recordAudit(deps.database, auditOf(call, 'presence.release', body));
      return {};
    },
  }),
];
