import { checkRights } from '../../../platform/database/owner.ts';
import type { DoctorContext } from '../check.ts';
import { type Finding, fault, ok } from '../finding.ts';

/**
 * Checks the rights of the database roles. With `DATABASE_OWNER_URL`, no role can change ledger, documents
 * and audit log. With `DATABASE_CONSOLE_URL`, the site's role cannot read operators' accounts.
 */
export async function checkGrants({ database, settings }: DoctorContext): Promise<Finding> {
  const { databaseRoles: roles } = settings();
  const found = Object.entries(await checkRights(database(), roles));
  const missing = found.filter(([, rights]) => rights.missing.length > 0);
  if (missing.length > 0)
    return fault(
      missing.map(([role, rights]) => `${role} lacks rights to ${rights.missing.join(', ')}`).join('; '),
      'Run ops migrate with DATABASE_OWNER_URL, which grants them. For pgboss, make the role a member of the role of DATABASE_URL.',
    );
  if (roles.ownerUrl === undefined)
    return ok(
      'The role of DATABASE_URL owns the tables: only triggers and the hash chain protect append-only tables',
    );
  const excess = found.filter(([, rights]) => rights.excess.length > 0);
  if (excess.length > 0)
    return fault(
      excess.map(([role, rights]) => `${role} has too many rights to ${rights.excess.join(', ')}`).join('; '),
      'Make the owner role own the database and its tables. The other roles must be neither members of it nor superusers. Then run ops migrate.',
    );
  return ok(
    `${found.map(([role]) => role).join(' and ')} can append to ledger, documents and audit log, but cannot change them`,
  );
}
