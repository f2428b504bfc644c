import { Refusal } from '../../../platform/refusal.ts';
import type { ConsoleCall } from '../server/route.ts';

/** @returns the batch that the address names @throws Refusal `not_found` for what is no id */
export function batchIdOf({ params: { id = '' } }: Pick<ConsoleCall, 'params'>): number {
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new Refusal('not_found', 'batch_unknown', 'There is no such batch.');
  return Number(id);
}
