/**
 * Operations: actions whose work takes many transactions. The action begins the work; its outcome is read
 * later.
 */
import { z } from 'zod';
import { uuid } from '../../uuid.ts';
import { type ActionContract, action } from './action.ts';

/**
 * Declares an operation.
 * @param contract as for an action, with `output`: the result of its work
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

/** Progress of an operation: `GET /console/api/operations/<id>`. */
export const operationProgress = z.object({
  id: z.string(),
  name: z.string(),
  /** Operator who began it. */
  operator_email: z.string(),
  state: z.enum(['waiting', 'running', 'succeeded', 'failed']),
  /** Number of parts that are done, and of parts that failed. */
  done: z.number(),
  failed: z.number(),
  /** Result as a sentence; null while it runs. */
  message: z.string().nullable(),
});
export type OperationProgress = z.output<typeof operationProgress>;
