/** How an action of the contracts is implemented. */

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

/** An operator, or a person at the command line: then without an account. */
export interface Actor {
  id: string | null;
  email: string;
  role: Role;
  /** Gave a code of the second factor recently. */
  isSteppedUp: boolean;
  /** User and host of the shell in which the operator runs a command. */
  via?: string;
  /** Why a command is run in production without an operator: about the emergency, not about a customer. */
  withoutOperator?: string;
}

/** @throws Refusal without a recent code of the second factor */
export function requireStepUp({ isSteppedUp }: Actor): void {
  if (isSteppedUp) return;
  throw new Refusal('forbidden', 'code_missing', 'Please enter a code to confirm that it is you.', {
    errors: { step_up: ['needed'] },
  });
}

export interface Action<Name extends ActionName, Prepared = unknown> {
  /**
   * Reads other systems, or changes them under the operator's key, before the transaction. A preview changes nothing.
   * @throws Refusal
   */
  prepare?(input: ActionInput<Name>, call: { key: string; isPreview: boolean }): Promise<Prepared>;
  /**
   * Makes the change. Has no effect outside the transaction: a preview rolls it back, and a conflict repeats it.
   * @param prepared what `prepare` returned
   * @throws Refusal
   */
  run(
    transaction: Transaction<Database>,
    input: ActionInput<Name>,
    actor: Actor,
    prepared: Prepared,
  ): Promise<ActionResult<Name>>;
  /** After the commit: an early try of what a job does anyway. A failure is logged. */
  afterCommit?(input: ActionInput<Name>): Promise<void>;
  /** What the audit log says about it: no contact details and no note, which could not be erased. */
  audit(input: ActionInput<Name>, result: ActionResult<Name>): Pick<AuditEntry, 'subject' | 'detail'>;
}

/** An action that takes the `confirm` of its preview. */
export interface ConfirmedAction<Name extends ConfirmedName> extends Action<Name> {
  /** What it would do now, without locks. @throws Refusal */
  preview(input: PreviewInput<Name>): Promise<ActionPreview<Name>>;
}

/** All of them: one that is missing does not compile. */
export type Actions = {
  [Name in ActionName]: Name extends ConfirmedName ? ConfirmedAction<Name> : Action<Name>;
};
