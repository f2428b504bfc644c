import type { CaseRow } from '@meridian/contracts/console/answers';
import { caseDescriptions } from '../../checkout/cases/case-kinds.ts';
import type { OpenCase } from '../../checkout/cases/case-store.ts';

export const caseRow = ({ id, orderId, kind, reason, openedAt }: OpenCase): CaseRow => ({
  id,
  order_id: orderId,
  kind,
  description: caseDescriptions[kind],
  reason: reason === caseDescriptions[kind] ? null : reason,
  opened_at: openedAt.toISOString(),
});
