/** What the `ops orders` commands share. */
import type { CheckoutDependencies } from '../../enrolment/orders/dependencies.ts';
import type { SelfServiceDependencies } from '../../enrolment/receipts/self-service/dependencies.ts';
import { type Print, printAnswer } from './answer.ts';
import { wrongUse } from './arguments.ts';

export const ordersUsage = `ops orders [--state STATE] [--cases] [--json] [--limit N]
ops orders find TEXT [--json]
ops orders review ID [--json]
ops orders review ID --book | --unbook | --refund | --close --note "why" [--json]
ops orders refund ID [--seats N] [--by-policy] [--by-transfer UTR] --note "why" [--json]
ops orders refund ID [--seats N] --preview [--json]
ops orders move ID --batch BATCH --note "why" [--json]
ops orders attendees ID --attendee "Name <address>"... --note "why" [--json]
ops orders erase --email ADDRESS [--json]`;

/** The order commands also print receipt URLs, and tell of changes by mail. */
export type OrdersDependencies = CheckoutDependencies & {
  readonly publicUrl?: string;
  readonly noteMails?: SelfServiceDependencies['noteMails'];
};

export interface Use {
  deps: OrdersDependencies;
  print: Print;
  json: boolean;
}

export function wrong({ print }: Use, sentence: string): number {
  print(`${sentence}\n${ordersUsage}`);
  return wrongUse;
}

export function impossible({ print, json }: Use, reason: string): number {
  printAnswer(print, json, { error: reason }, [reason]);
  return 1;
}
