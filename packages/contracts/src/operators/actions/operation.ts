/** Operations: actions whose work takes many transactions. The action begins it; the outcome is read afterwards. */
import { z } from 'zod';
import { uuid } from '../../uuid.ts';
import { type ActionContract, action } from './action.ts';

/**
 * Declares an operation.
 * @param contract as of an action, with `output`: what its work finds, an object or a list under its noun
 */
export function operation<
  const Name extends `${string}.${string}`,
  Input extends z.ZodObject,
  Output extends z.ZodRawShape,
>({ output, ...contract }: Omit<ActionContract<Name, Input>, 'result'> & { output: Output }) {
  return {
    ...action({ ...contract, result: { operation: uuid } }),
    output: z.object(output),
  };
}

/** How far an operation is; `GET /console/api/operations/<id>`. */
export const operationProgress = z.object({
  id: z.string(),
  name: z.string(),
  /** Who began it. */
  operator_email: z.string(),
  state: z.enum(['waiting', 'running', 'succeeded', 'failed']),
  /** Parts that are done, and parts that failed. */
  done: z.number(),
  failed: z.number(),
  /** What happened to it, as a sentence; null before its end. */
  message: z.string().nullable(),
});
export type OperationProgress = z.output<typeof operationProgress>;
