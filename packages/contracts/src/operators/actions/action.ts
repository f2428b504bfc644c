/** What an operator can do, as data: the HTTP route, the console's client, the command and the audit log use it. */
import { z } from 'zod';
import type { Role } from '../../console/roles.ts';
import type { Tag } from '../tags.ts';

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
  /** Needs a recent code of the operator's second factor; a function where it depends on the input. */
  stepUp: boolean | ((input: z.output<Input>) => boolean);
  /** Fields that are words of the command, in this order; the others are options. */
  positional: readonly (keyof z.input<Input> & string)[];
  /** Strict: an unknown field is an error. */
  input: Input;
  /** `done` is a sentence for the operator; the rest is an object or a list under its noun. */
  result: Result;
  /** Its result holds a secret or personal data. It is never stored: a repeated key is refused as done already. */
  hasSecretResult?: true;
  /** What the console reads again afterwards. */
  changes: readonly Tag[];
}

/** Declares an action; `done` is added to its result. */
export function action<
  const Name extends `${string}.${string}`,
  Input extends z.ZodObject,
  Result extends z.ZodRawShape,
>(contract: Omit<ActionContract<Name, Input>, 'result'> & { result: Result }) {
  return { ...contract, result: z.object({ done: z.string(), ...contract.result }) };
}
