import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { AuditEntry } from '../audit/audit-log.ts';
import { recordAudit } from '../audit/record-entry.ts';

/** @param by details of the audit entry about the user of the command */
export const recordExport = (
  database: Kysely<Database>,
  {
    actor,
    requestId,
    files,
    by,
  }: Pick<AuditEntry, 'actor' | 'requestId'> & { files: number; by: AuditEntry['detail'] },
): Promise<void> =>
  recordAudit(database, {
    actor,
    action: 'data.export',
    subject: { kind: 'list', id: 'all' },
    detail: { files, ...by },
    requestId,
  });
