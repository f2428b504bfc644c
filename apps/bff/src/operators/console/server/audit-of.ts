import type { AuditDetail, AuditEntry } from '../../audit/audit-log.ts';
import type { ConsoleCall } from './route.ts';

/** The entry for what this call does. */
export const auditOf = (
  { actor, requestId }: Pick<ConsoleCall, 'actor' | 'requestId'>,
  action: AuditEntry['action'],
  subject: AuditEntry['subject'],
  detail: AuditDetail = {},
): AuditEntry => ({ actor: actor(), action, subject, detail, requestId });
