import { noSupplier } from '../../../enrolment/decisions/issue-waiting.ts';
import { issuingOf } from '../../../enrolment/documents/invoices.ts';
import type { IssuingDependencies } from '../../../enrolment/documents/issue-document.ts';
import { HttpProblem } from '../../../platform/http/errors.ts';
import type { ConsoleDependencies } from '../server/route.ts';

/** @throws HttpProblem 409 where no supplier is set */
export function issuingFor({
  database,
  checkout,
  invoicing,
}: Pick<ConsoleDependencies, 'database' | 'checkout' | 'invoicing'>): IssuingDependencies {
  const { supplier, invoices: settings } = invoicing;
  const issuing = issuingOf({ database, jobs: checkout.jobs, supplier, settings });
  if (!issuing) throw new HttpProblem(409, noSupplier);
  return issuing;
}
