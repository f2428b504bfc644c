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
   * True if the number of these emails per address and day is limited. Set it for emails that anyone can
   * request and for emails to people who have not paid.
   */
  isLimitedPerDay?: true;
  /** True if the recipient can unsubscribe, because no booking or request depends on the email. */
  canUnsubscribe?: true;
  /**
   * True for an email to `OPERATOR_EMAIL`. Operators are not alerted if the mail server refuses the email.
   */
  toOperatorEmail?: true;
  /**
   * True for an email of a data request. The list of data held about a person does not count these emails.
   */
  isOfDataRequest?: true;
  /**
   * True if the recipient is erased one day after the email was enqueued, instead of at the end of the
   * retention period. An email that is still due is not erased.
   */
  isErasedAfterADay?: true;
}

interface MailSource<Kind extends string, Data extends z.ZodType, IsComposed extends boolean>
  extends MailRules {
  kind: Kind;
  /** Schema of the data that the template needs. */
  data: Data;
  /**
   * True if a composer reads the data from tables when the email is sent. If unset, the data is stored when
   * the email is enqueued.
   */
  isComposed?: IsComposed;
  /** Sample data for previews and tests, by the name of the variant. */
  samples: Readonly<Record<string, z.output<Data>>>;
  render(data: z.output<Data>): Template;
  /** Returns the event of the attached calendar file; undefined for no file. */
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
