import type { z } from 'zod';
import type { AuditEntry } from '../../audit/audit-log.ts';
import { type ConsoleCall, type ConsoleRoute, route } from './route.ts';

interface Exported extends Pick<AuditEntry, 'subject' | 'detail'> {
  /** `data` of the response. */
  answer: { csv: string; is_cut?: boolean };
}

/**
 * A route that returns a CSV file with personal or financial data. The route requires a step-up, and writes
 * an audit entry before it responds.
 */
export function exportRoute<Body extends z.ZodType, Id extends z.ZodType>({
  action,
  read,
  ...definition
}: Pick<ConsoleRoute, 'path' | 'access'> & {
  action: AuditEntry['action'];
  body?: Body;
  id?: Id;
  /** @throws HttpProblem, Refusal; no audit entry is then written */
  read(call: ConsoleCall<unknown, z.output<Body>, z.output<Id>>): Promise<Exported>;
}): ConsoleRoute {
  return route({
    ...definition,
    method: 'POST',
    stepUp: true,
    async handle(call) {
      const { answer, subject, detail } = await read(call);
      await call.recordUse({ action, subject, ...(detail && { detail }) });
      return answer;
    },
  });
}
