import type { CaseRow } from '@meridian/contracts/console/orders';
import { caseDescriptions, foundCaseKinds } from '../../checkout/cases/case-kinds.ts';
import type { OpenCase } from '../../checkout/cases/case-store.ts';

export const caseRow = ({ id, orderId, kind, reason, openedAt }: OpenCase): CaseRow => ({
  id,
  order_id: orderId,
  kind,
  description: caseDescriptions[kind],
  reason: reason === caseDescriptions[kind] ? null : reason,
  closes: foundCaseKinds.some((found) => found === kind) ? 'alone' : 'with_order',
  opened_at: openedAt.toISOString(),
});
