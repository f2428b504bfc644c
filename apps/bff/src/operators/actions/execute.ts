/** Executes operators' actions: checks, runs, audits and stores them. */
import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import {
  type ActionName,
  type ActionPreview,
  type ActionResult,
  actions,
  isConfirmed,
} from '@meridian/contracts/operators/actions';
import { isAllowed } from '@meridian/contracts/operators/console/roles';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import type { z } from 'zod';
import { ago, databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { transact } from '../../platform/database/transact.ts';
import { fieldErrorsOf } from '../../platform/http/problems/errors.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { AuditEntry } from '../audit/audit-log.ts';
import { recordAudit } from '../audit/record-entry.ts';
import { type Actions, type Actor, requireStepUp } from './action.ts';

export interface ActionCall {
  actor: Actor;
  /**
   * UUID, generated for each decision. For 24 hours, a repeated request with the same key gets the first
   * result, unless that result is secret.
   */
  key: string;
  requestId: string;
}

export interface Executor {
  /**
   * Checks an action, then runs, audits and stores it in one transaction.
   * @param request unparsed
   * @throws Refusal
   */
  execute<Name extends ActionName>(
    name: Name,
    request: unknown,
    call: ActionCall,
  ): Promise<ActionResult<Name>>;
  /**
   * Changes nothing and is not audited. @returns the preview of the contract, or else the result that
   * `execute` would have now, without secrets @throws Refusal
   */
  preview<Name extends ActionName>(name: Name, request: unknown, actor: Actor): Promise<ActionPreview<Name>>;
}

const answerTtlMs = 24 * 60 * 60_000;

/** Thrown to roll back: another request ran the action under the same key. */
class DoneElsewhere extends Error {}
/** Thrown to roll back a preview; carries its result. */
class Previewed extends Error {
  readonly answer: unknown;
  constructor(answer: unknown) {
    super('previewed');
    this.answer = answer;
  }
}

function parseInput(schema: z.ZodObject, request: unknown): unknown {
  const parsed = schema.safeParse(request);
  if (parsed.success) return parsed.data;
  const errors = fieldErrorsOf(parsed.error);
  const message = Object.values(errors).flat()[0] ?? 'Please check the input.';
  throw new Refusal('invalid', 'input_invalid', message, { errors });
}

function checkRole(name: ActionName, actor: Actor): void {
  const { role } = actions[name];
  const needed = [role].flat();
  if (!needed.some((one) => isAllowed(actor.role, one)))
    throw new Refusal(
      'forbidden',
      'role_missing',
      `This requires the role ${needed.join(' or ')}; your role is ${actor.role}.`,
    );
}

function checkActor(name: ActionName, input: unknown, actor: Actor): void {
  checkRole(name, actor);
  const { stepUp } = actions[name];
  const isStepUpNeeded = typeof stepUp === 'function' ? stepUp(input as never) : stepUp;
  if (isStepUpNeeded) requireStepUp(actor);
}

const hashOf = (name: string, input: unknown) =>
  createHash('sha256')
    .update(`${name} ${JSON.stringify(input)}`)
    .digest('hex');

/**
 * Claims the idempotency key, or waits for the request that has claimed it. @throws DoneElsewhere if that
 * request is committed
 */
async function takeKey(
  transaction: Transaction<Database>,
  name: ActionName,
  inputHash: string,
  { key, actor }: ActionCall,
): Promise<void> {
  const taken = await transaction
    .insertInto('operator_actions')
    .values({ key, name, operator_email: actor.email, input_hash: inputHash, created_at: databaseNow })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst();
  if (!taken) throw new DoneElsewhere();
}

const afterCommitMs = 5_000;

/** An implementation whose input the contract's schema has parsed. */
interface Runner {
  prepare?(input: unknown, call: { key: string; isPreview: boolean }): Promise<unknown>;
  run(
    transaction: Transaction<Database>,
    input: unknown,
    actor: Actor,
    prepared: unknown,
  ): Promise<{ done: string }>;
  preview?(input: unknown): Promise<{ done: string }>;
  afterCommit?(input: unknown): Promise<void>;
  audit(input: unknown, result: unknown): Pick<AuditEntry, 'subject' | 'detail'>;
}

export function createExecutor(
  database: Kysely<Database>,
  implementations: Actions,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Executor {
  const runnerOf = (name: ActionName) => implementations[name] as unknown as Runner;

  async function tryAfterCommit(name: ActionName, input: unknown): Promise<void> {
    const { afterCommit } = runnerOf(name);
    if (!afterCommit) return;
    try {
      await Promise.race([afterCommit(input), setTimeout(afterCommitMs, undefined, { ref: false })]);
    } catch (error) {
      log.warn(
        { err: error, action: name },
        'the first attempt after the commit of an action failed; its job retries',
      );
    }
  }

  async function findAnswer<Name extends ActionName>(
    name: Name,
    inputHash: string,
    { key, actor }: ActionCall,
  ): Promise<ActionResult<Name> | undefined> {
    const row = await database
      .selectFrom('operator_actions')
      .select(['operator_email', 'input_hash', 'answer'])
      .where('key', '=', key)
      .executeTakeFirst();
    if (!row) return undefined;
    if (row.operator_email !== actor.email || row.input_hash !== inputHash)
      throw new Refusal(
        'conflict',
        'key_reused',
        'This key was used for another action. Check the page, then repeat the action with a new key if needed.',
      );
    if (row.answer === null)
      throw new Refusal(
        'conflict',
        'done_already',
        'This action was already done, and its result is shown only once. Repeat the action to get a new result.',
      );
    return actions[name].result.parse(row.answer) as ActionResult<Name>;
  }

  return {
    async execute(name, request, call) {
      const input = parseInput(actions[name].input, request);
      checkActor(name, input, call.actor);
      const { prepare, run, audit } = runnerOf(name);
      const inputHash = hashOf(name, input);
      const before = await findAnswer(name, inputHash, call);
      if (before) return before;
      try {
        const prepared = await prepare?.(input, { key: call.key, isPreview: false });
        const result = await transact(database, async (transaction) => {
          await takeKey(transaction, name, inputHash, call);
          const result = (await run(transaction, input, call.actor, prepared)) as ActionResult<typeof name>;
          if (!actions[name].hasSecretResult)
            await transaction
              .updateTable('operator_actions')
              .set({ answer: JSON.stringify(result) })
              .where('key', '=', call.key)
              .execute();
          await transaction
            .deleteFrom('operator_actions')
            .where('created_at', '<', ago(answerTtlMs))
            .execute();
          const { actor, requestId } = call;
          const { via, withoutOperator } = actor;
          const { subject, detail } = audit(input, result);
          // Recorded last, because the newest audit entry stays locked until the commit.
          await recordAudit(transaction, {
            subject,
            detail: {
              ...detail,
              ...(via !== undefined && { via }),
              ...(withoutOperator !== undefined && { withoutOperator }),
            },
            actor,
            action: name,
            requestId,
          });
          return result;
        });
        await tryAfterCommit(name, input);
        return result;
      } catch (error) {
        // A concurrent request with the same key may have succeeded and caused this refusal. Returns the
        // answer of that request.
        const answer =
          error instanceof DoneElsewhere || error instanceof Refusal
            ? await findAnswer(name, inputHash, call)
            : undefined;
        if (answer) return answer;
        throw error;
      }
    },

    async preview(name, request, actor) {
      const { prepare, run, preview } = runnerOf(name);
      if (isConfirmed(name) && preview) {
        const requested = parseInput(actions[name].previewed, request);
        // This preview does not run the action and returns no secret, so only the action itself requires a
        // step-up.
        checkRole(name, actor);
        return (await preview(requested)) as never;
      }
      const input = parseInput(actions[name].input, request);
      checkActor(name, input, actor);
      const prepared = await prepare?.(input, { key: '', isPreview: true });
      try {
        return await transact(database, async (transaction) => {
          throw new Previewed(await run(transaction, input, actor, prepared));
        });
      } catch (error) {
        if (!(error instanceof Previewed)) throw error;
        const answer = error.answer as { done: string };
        return (actions[name].hasSecretResult ? { done: answer.done } : answer) as ActionPreview<typeof name>;
      }
    },
  };
}
