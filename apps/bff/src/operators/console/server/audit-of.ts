import type { AuditEntry } from '../../audit/audit-log.ts';
import type { AuditDetail } from '../../audit/tables.ts';
import type { ConsoleCall } from './route.ts';

/** The entry for what this call does. */
export const auditOf = (
  { actor, requestId, deed }: Pick<ConsoleCall, 'actor' | 'requestId' | 'deed'>,
  action: AuditEntry['action'],
  subject: AuditEntry['subject'],
  detail: AuditDetail = {},
): AuditEntry => ({ actor: actor(), action, subject, detail, requestId, deed });
