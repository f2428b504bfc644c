/** Leads of forms that the upstream is not told of: somebody here takes them in its place. */
import type { LeadFormName } from '@meridian/contracts/calls';
import { success } from '@meridian/contracts/envelope';
import type { Transaction } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { LeadAnswer } from '../ledger/answers.ts';
import type { ForwardResult } from '../ledger/lead.ts';
import type { Lead, LeadValues } from '../ledger/store/tables.ts';

export interface LeadTaker {
  form: LeadFormName;
  /** Names it where it refuses a lead, for the operator. */
  title: string;
  /** @returns success where the lead is taken, or why it is not. Never throws because another system is away */
  classify(values: LeadValues): Promise<LeadAnswer>;
  /** Keeps what belongs to leads that are taken, in the same transaction. */
  keep(transaction: Transaction<Database>, leadIds: readonly string[]): Promise<void>;
}

type Classified = Pick<Lead, 'id' | 'values' | 'answer'>;

/** @returns what to write down. Thanks are not taken back: who was thanked is not judged again */
export async function takeHere({ id, values, answer }: Classified, taker: LeadTaker): Promise<ForwardResult> {
  const classified = answer?.status === success ? answer : await taker.classify(values);
  if (classified.status === success) return { id, kind: 'taken_here', answer: classified, replaces: false };
  return { id, kind: 'upstream_refused', answer: classified, replaces: false, refuser: taker.title };
}
