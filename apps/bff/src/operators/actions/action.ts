/** The interface of an action's implementation. */

import type {
  ActionInput,
  ActionName,
  ActionPreview,
  ActionResult,
  ConfirmedName,
  PreviewInput,
} from '@meridian/contracts/operators/actions';
import type { Role } from '@meridian/contracts/operators/console/roles';
import type { Transaction } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { AuditEntry } from '../audit/audit-log.ts';

/** An operator, or a user of the command line without an account. */
export interface Actor {
  id: string | null;
  email: string;
  role: Role;
  /** True while the step-up of the actor is valid. */
  isSteppedUp: boolean;
  /** User and host of the shell in which the operator runs a command. */
  via?: string;
  /** Why a command runs in production without an operator: describes the emergency, without personal data. */
  withoutOperator?: string;
}

/** @throws Refusal without a valid step-up */
export function requireStepUp({ isSteppedUp }: Actor): void {
  if (isSteppedUp) return;
  throw new Refusal('forbidden', 'code_missing', 'Please enter a code to confirm that it is you.', {
    errors: { step_up: ['needed'] },
  });
}

export interface Action<Name extends ActionName, Prepared = unknown> {
  /**
   * Reads other systems, or changes them under the idempotency key, before the transaction. A preview changes
   * nothing.
   * @throws Refusal
   */
  prepare?(input: ActionInput<Name>, call: { key: string; isPreview: boolean }): Promise<Prepared>;
  /**
   * Makes the change. Must not have effects outside the transaction: a preview rolls the transaction back,
   * and a conflict repeats it.
   * @param prepared what `prepare` returned
   * @throws Refusal
   */
  run(
    transaction: Transaction<Database>,
    input: ActionInput<Name>,
    actor: Actor,
    prepared: Prepared,
  ): Promise<ActionResult<Name>>;
  /** Runs after the commit: a first attempt at the work of a job. A failure is logged; the job retries. */
  afterCommit?(input: ActionInput<Name>): Promise<void>;
  /**
   * Builds the audit entry, without personal data of customers and without notes, because audit entries
   * cannot be erased.
   */
  audit(input: ActionInput<Name>, result: ActionResult<Name>): Pick<AuditEntry, 'subject' | 'detail'>;
}

/** An action that requires the `confirm` of its preview. */
export interface ConfirmedAction<Name extends ConfirmedName> extends Action<Name> {
  /** Computes the outcome without locks. @throws Refusal */
  preview(input: PreviewInput<Name>): Promise<ActionPreview<Name>>;
}

/** The implementation of every action, checked by the compiler. */
export type Actions = {
  [Name in ActionName]: Name extends ConfirmedName ? ConfirmedAction<Name> : Action<Name>;
};
