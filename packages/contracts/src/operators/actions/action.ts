/**
 * Actions of operators, declared as data. The HTTP route, the client of the console, the command and the
 * audit log are derived from them.
 */
import { z } from 'zod';
import type { Role } from '../console/roles.ts';
import type { Tag } from '../tags.ts';
import { note } from './fields.ts';

export interface ActionContract<
  Name extends string = string,
  Input extends z.ZodObject = z.ZodObject,
  Result extends z.ZodObject = z.ZodObject,
> {
  /** `<noun>.<verb>`: path of the route, words of the command, and name in the audit log. */
  name: Name;
  /** Sentence for the audit log, in the past tense. */
  title: string;
  /** Role that the operator needs. If it is a list, one of the roles is enough. */
  role: Role | readonly Role[];
  /**
   * True if the action needs a step-up (a recent second-factor code); a function if that depends on the
   * input.
   */
  stepUp: boolean | ((input: z.output<Input>) => boolean);
  /** Input fields that are positional arguments of the command, in this order; other fields are options. */
  positional: readonly (keyof z.input<Input> & string)[];
  /** Strict: an unknown field is an error. */
  input: Input;
  /** `done` is a sentence for the operator; the other fields depend on the action. */
  result: Result;
  /**
   * True if the result contains a secret or personal data. Such a result is never stored, so a repeated
   * idempotency key is refused.
   */
  hasSecretResult?: true;
  /** Maximum size of the request body, for actions with a file. */
  maxBodyBytes?: number;
  /** Data that the console reloads after the action. */
  changes: readonly Tag[];
  /**
   * Result of a preview, for actions whose outcome an operator confirms. The preview is computed without
   * running the action. The preview's `confirm` is part of the action's input, and the action is refused if
   * its outcome would differ from the preview. If this field is absent, a preview runs the action in a
   * transaction and rolls it back.
   */
  preview?: z.ZodObject;
}

/** Digest of the outcome in a preview. */
export const confirm = z.string({ error: 'Request the preview first' }).regex(/^[0-9a-f]{16}$/, {
  error: 'Request the preview first',
});

/** Declares an action. Adds `done` to its result. */
export function action<
  const Name extends `${string}.${string}`,
  Input extends z.ZodObject,
  Result extends z.ZodRawShape,
>(contract: Omit<ActionContract<Name, Input>, 'result' | 'preview'> & { result: Result }) {
  return { ...contract, result: z.object({ done: z.string(), ...contract.result }) };
}

/** Declares an action with a note and the `confirm` of its preview. Adds both to its input. */
export function confirmedAction<
  const Name extends `${string}.${string}`,
  Input extends z.ZodRawShape,
  Result extends z.ZodRawShape,
  Preview extends z.ZodRawShape,
>({
  input,
  preview,
  ...contract
}: Omit<ActionContract<Name>, 'result' | 'preview' | 'input' | 'positional'> & {
  input: Input;
  positional: readonly (keyof Input & string)[];
  result: Result;
  preview: Preview;
}) {
  return {
    ...contract,
    input: z.strictObject({ ...input, note, confirm }),
    result: z.object({ done: z.string(), ...contract.result }),
    /** Input of a preview. */
    previewed: z.strictObject({ ...input, note: note.optional() }),
    preview: z.object({ done: z.string(), confirm, ...preview }),
  };
}
