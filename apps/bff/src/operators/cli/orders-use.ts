/** Usage and dependencies of the `ops orders` commands. */
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Executor } from '../actions/execute.ts';
import { usagesOf } from './action-arguments.ts';
import { type Print, printAnswer } from './answer.ts';
import { usageErrorStatus } from './arguments.ts';

export const ordersUsage = `ops orders [--state STATE] [--cases] [--json] [--limit N]
ops orders find TEXT [--json]
ops orders review ID [--json]
ops orders review ID --book | --withhold | --refund | --close --note "why" [--json]
ops orders refund ID [--seats N] [--attendee ADDRESS]... [--by-policy] [--by-transfer UTR] --note "why" [--preview] [--json]
ops orders erase --email ADDRESS [--json]
${usagesOf('orders').join('\n')}`;

export interface OrdersDependencies {
  database: Kysely<Database>;
  actions: Executor;
  /** Origin of receipt links. */
  readonly publicUrl?: string | undefined;
}

export interface Use {
  deps: OrdersDependencies;
  print: Print;
  json: boolean;
}

export function usageError({ print }: Use, sentence: string): number {
  print(`${sentence}\n${ordersUsage}`);
  return usageErrorStatus;
}

export function refuse({ print, json }: Use, reason: string): number {
  printAnswer(print, json, { error: reason }, [reason]);
  return 1;
}
