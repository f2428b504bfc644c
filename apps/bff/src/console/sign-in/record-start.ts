import { recordAudit } from '../audit/audit-log.ts';
import type { ConsoleCall } from '../server/route.ts';

/** Records that an operator signed in. @param how with what, such as a passkey */
export const recordStart = ({ deps, requestId }: ConsoleCall, id: string, email: string, how: string) =>
  recordAudit(deps.database, {
    ...{ actor: { id, email }, action: 'session.start', subject: { kind: 'operator', id } },
    ...{ detail: { how }, requestId },
  });
