import { HttpProblem } from '../../../platform/http/errors.ts';
import type { ConsoleCall } from '../server/route.ts';

/** @returns the batch that the address names @throws HttpProblem 404 for what is no id */
export function batchIdOf({ params: { id = '' } }: Pick<ConsoleCall, 'params'>): number {
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new HttpProblem(404, 'There is no such batch.');
  return Number(id);
}
