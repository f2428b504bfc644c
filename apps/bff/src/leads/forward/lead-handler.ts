/** Handles leads of forms that are not forwarded to the upstream. */
import type { LeadFormName } from '@meridian/contracts/calls';
import { success } from '@meridian/contracts/envelope';
import type { Transaction } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { LeadAnswer } from '../ledger/answers.ts';
import type { ForwardResult } from '../ledger/lead.ts';
import type { Lead, LeadValues } from '../ledger/store/tables.ts';

export interface LeadHandler {
  form: LeadFormName;
  /** Name of the handler, shown to operators as the system that refused a lead. */
  title: string;
  /** @returns success, or the refusal with its reason. Does not throw if another system is unavailable */
  classify(values: LeadValues): Promise<LeadAnswer>;
  /** Stores data of accepted leads, in the transaction that accepts them. */
  keep(transaction: Transaction<Database>, leadIds: readonly string[]): Promise<void>;
}

type Classified = Pick<Lead, 'id' | 'values' | 'answer'>;

/** @returns the result to store; success without a check if the lead was already confirmed to its visitor */
export async function handleHere(
  { id, values, answer }: Classified,
  leadHandler: LeadHandler,
): Promise<ForwardResult> {
  const classified = answer?.status === success ? answer : await leadHandler.classify(values);
  if (classified.status === success) return { id, kind: 'handled_here', answer: classified, replaces: false };
  return { id, kind: 'upstream_refused', answer: classified, replaces: false, refuser: leadHandler.title };
}
