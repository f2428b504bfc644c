import { noSupplier } from '../../../enrolment/decisions/issue-waiting.ts';
import { issuingOf } from '../../../enrolment/documents/invoices.ts';
import type { IssuingDependencies } from '../../../enrolment/documents/issue-document.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { ConsoleDependencies } from '../server/route.ts';

/** @throws Refusal `conflict` where no supplier is set */
export function issuingFor({
  database,
  jobs,
  invoicing,
}: Pick<ConsoleDependencies, 'database' | 'jobs' | 'invoicing'>): IssuingDependencies {
  const { supplier, invoices: settings } = invoicing;
  const issuing = issuingOf({ database, jobs, supplier, settings });
  if (!issuing) throw new Refusal('conflict', 'supplier_missing', noSupplier);
  return issuing;
}
