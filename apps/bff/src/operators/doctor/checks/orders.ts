import { countOrders } from '../../../enrolment/orders/order-figures.ts';
import type { DoctorContext } from '../check.ts';
import { countOf, type Finding, fault, ok, warning } from '../finding.ts';

const timeoutSeconds = 15 * 60;

/**
 * Checks that no paid order has waited for its booking for more than 15 minutes, and that no case is open.
 */
export async function checkOrders({ database }: DoctorContext): Promise<Finding> {
  const { oldestUnbookedSeconds, cases } = await countOrders(database());
  if (oldestUnbookedSeconds > timeoutSeconds)
    return fault(
      'An order was paid more than 15 minutes ago and is not booked',
      'Check that the upstream answers. See `ops orders --state paid` and `ops queue`.',
    );
  const open = Object.values(cases).reduce((sum, count) => sum + count, 0);
  if (open > 0)
    return warning(
      `${countOf(open, 'case')} ${open === 1 ? 'needs' : 'need'} an operator`,
      '`ops orders --cases` lists them.',
    );
  return ok('Every paid order is booked, and no case is open');
}
