import { findAuditFault } from '../../audit/audit-log.ts';
import type { DoctorContext } from '../check.ts';
import { type Finding, fault, ok } from '../finding.ts';

/** Checks that the hash chain of the audit log is intact. */
export async function checkAudit({ database }: DoctorContext): Promise<Finding> {
  const entry = await findAuditFault(database());
  if (entry === undefined) return ok('The audit log is intact');
  return fault(
    `The audit log was changed at entry ${entry}`,
    'The table was changed outside the application. Find out which roles can write, and compare with a backup.',
  );
}
