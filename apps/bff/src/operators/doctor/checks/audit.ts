import { mayChangeAuditLog } from '../../../platform/database/owner.ts';
import { findAuditFault } from '../../audit/audit-log.ts';
import type { DoctorContext } from '../check.ts';
import { type Finding, fault, ok } from '../finding.ts';

/** The hash chain of what operators did, and who could break it. */
export async function checkAudit({ database, hasOwner }: DoctorContext): Promise<Finding> {
  const entry = await findAuditFault(database());
  if (entry !== undefined)
    return fault(
      `The audit log was changed at entry ${entry}`,
      'Somebody wrote past the application: find out who may, and compare with a backup.',
    );
  if (!(await mayChangeAuditLog(database())))
    return ok(
      'The audit log is whole. The role of DATABASE_URL may add to it and read it, and change nothing',
    );
  if (hasOwner)
    return fault(
      'The role of DATABASE_URL may change the audit log, though DATABASE_OWNER_URL is set',
      'Let the owner own database and tables, and the role of DATABASE_URL be no member of it and no superuser; then run ops migrate.',
    );
  return ok(
    'The audit log is whole. Its trigger and hash chain alone guard it: there is no DATABASE_OWNER_URL',
  );
}
