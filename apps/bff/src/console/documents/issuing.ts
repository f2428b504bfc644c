import { noSupplier } from '../../checkout/operator/issue-waiting.ts';
import { HttpProblem } from '../../http/errors.ts';
import { issuingOf } from '../../invoices/invoices.ts';
import type { IssuingDependencies } from '../../invoices/issue-document.ts';
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
