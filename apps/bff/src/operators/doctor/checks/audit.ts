import { findAuditFault } from '../../audit/audit-log.ts';
import type { DoctorContext } from '../check.ts';
import { type Finding, fault, ok } from '../finding.ts';

/** The hash chain of what operators did. */
export async function checkAudit({ database }: DoctorContext): Promise<Finding> {
  const entry = await findAuditFault(database());
  if (entry === undefined) return ok('The audit log is whole');
  return fault(
    `The audit log was changed at entry ${entry}`,
    'Somebody wrote past the application: find out who may, and compare with a backup.',
  );
}
