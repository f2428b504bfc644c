/** What mails to operators say. */
import type { MailBatch } from './parts.ts';

/** To operators: ids and counts, no personal data. */
export type OperatorAlert =
  | {
      alert: 'case_opened';
      caseTitle: string;
      /** Empty where the case is of no order. */
      orderNumber: string;
      /** Where the case is of a batch. */
      batch?: MailBatch | undefined;
      openedAt: string;
      consoleUrl: string;
    }
  | { alert: 'dead_letters'; leads: number; mails: number; jobs: number; since: string; consoleUrl: string }
  | { alert: 'data_request'; reference: string; dueAt: string; consoleUrl: string }
  | { alert: 'batch_sold_out'; batch: MailBatch; waiting: number; consoleUrl: string };
