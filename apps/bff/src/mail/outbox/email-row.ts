import type { EmailRow } from '@meridian/contracts/operators/actions/emails';
import type { Selectable } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';

/** @returns the email for operators' lists, without its content and recipient */
export const toEmailRow = (mail: Selectable<Schema['mails']>): EmailRow => ({
  id: mail.id,
  kind: mail.kind,
  state: mail.state,
  reason: mail.reason,
  order_id: mail.order_id,
  lead_id: mail.lead_id,
  attempts: mail.attempts,
  created_at: mail.created_at.toISOString(),
  sent_at: mail.sent_at?.toISOString() ?? null,
  next_try_at: mail.state === 'due' ? mail.next_try_at.toISOString() : null,
});
