/** What an operator can do, as data: the HTTP route, the console's client, the command and the audit log use it. */
import { z } from 'zod';
import type { Role } from '../console/roles.ts';
import type { Tag } from '../tags.ts';
import { note } from './fields.ts';

export interface ActionContract<
  Name extends string = string,
  Input extends z.ZodObject = z.ZodObject,
  Result extends z.ZodObject = z.ZodObject,
> {
  /** `<noun>.<verb>`: path of the route, words of the command, name in the audit log. */
  name: Name;
  /** Sentence of the audit log, in the past tense. */
  title: string;
  /** One of them is enough. */
  role: Role | readonly Role[];
  /** Needs a recent code of the operator's second factor; a function if it depends on the input. */
  stepUp: boolean | ((input: z.output<Input>) => boolean);
  /** Fields that are words of the command, in this order; the others are options. */
  positional: readonly (keyof z.input<Input> & string)[];
  /** Strict: an unknown field is an error. */
  input: Input;
  /** `done` is a sentence for the operator; the rest is an object or a list under its noun. */
  result: Result;
  /** Its result holds a secret or personal data. It is never stored: a repeated key is refused as done already. */
  hasSecretResult?: true;
  /** Of the request, where it holds a file. */
  maxBodyBytes?: number;
  /** What the console reads again afterwards. */
  changes: readonly Tag[];
  /**
   * What a preview answers, where money follows: computed without the action, from the same plan. Its `confirm` is the
   * input's: an action whose outcome differs from the preview is refused. Without it, a preview is the result of the
   * action in a transaction that is rolled back.
   */
  preview?: z.ZodObject;
}

/** Digest of a previewed outcome. */
export const confirm = z.string({ error: 'Request the preview first' }).regex(/^[0-9a-f]{16}$/, {
  error: 'Request the preview first',
});

/** Declares an action; `done` is added to its result. */
export function action<
  const Name extends `${string}.${string}`,
  Input extends z.ZodObject,
  Result extends z.ZodRawShape,
>(contract: Omit<ActionContract<Name, Input>, 'result' | 'preview'> & { result: Result }) {
  return { ...contract, result: z.object({ done: z.string(), ...contract.result }) };
}

/** Declares an action that takes a note and the `confirm` of its preview; both are added to its input. */
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
    /** Input of the preview. */
    previewed: z.strictObject({ ...input, note: note.optional() }),
    preview: z.object({ done: z.string(), confirm, ...preview }),
  };
}
