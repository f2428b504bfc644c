import type { ReactNode } from 'react';
import { z } from 'zod';
import type { MailBatch } from './parts/schemas.ts';

/** The content of an email before it is rendered. */
export interface Template {
  subject: string;
  /** Text that inboxes show after the subject. */
  preheader: string;
  body: readonly ReactNode[];
  /** Sentence that says why the recipient gets the email. */
  reason: string;
  /** Only for emails that the recipient can unsubscribe from. */
  unsubscribeUrl?: string;
}

/** Calendar event of the recipient: `REQUEST` adds or changes it, `CANCEL` removes it. */
export interface MailEvent {
  method: 'REQUEST' | 'CANCEL';
  batch: MailBatch;
  joining: string | null;
  /** Name of the recipient. */
  name: string;
  /** URL of the receipt page; only for the payer. */
  url?: string;
}

/** Rules of the outbox for a kind of email. */
export interface MailRules {
  /**
   * True for emails that anyone can request, or that go to people who have not paid: their number per address
   * and day is limited.
   */
  isLimitedPerDay?: true;
  /** True if the recipient can unsubscribe, because no booking or request depends on the email. */
  canUnsubscribe?: true;
  /** True if it is sent to `OPERATOR_EMAIL`. Operators are not alerted if it is refused. */
  toOperatorEmail?: true;
  /** True if it belongs to a data request. It is then not counted among the data stored about a person. */
  isOfDataRequest?: true;
  /**
   * True if its recipient is erased one day after it was sent, instead of at the end of the retention period.
   */
  isErasedAfterADay?: true;
}

interface MailSource<Kind extends string, Data extends z.ZodType, IsComposed extends boolean>
  extends MailRules {
  kind: Kind;
  /** Schema of the data that the template needs. */
  data: Data;
  /**
   * True if a composer reads the data from tables when the email is sent. Otherwise the data is stored when
   * the email is enqueued.
   */
  isComposed?: IsComposed;
  /** Sample data for previews and tests, by the name of the variant. */
  samples: Readonly<Record<string, z.output<Data>>>;
  render(data: z.output<Data>): Template;
  /** The event of the attached calendar file. */
  event?(data: z.output<Data>): MailEvent | undefined;
}

/** Defines a kind of email. List it in `kinds.ts`. */
export function defineMail<
  const Kind extends string,
  Data extends z.ZodType,
  const IsComposed extends boolean = false,
>(source: MailSource<Kind, Data, IsComposed>) {
  return { ...source, stored: z.object({ kind: z.literal(source.kind), data: source.data }) };
}
