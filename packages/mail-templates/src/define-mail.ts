import type { ReactNode } from 'react';
import { z } from 'zod';
import type { MailBatch } from './parts/schemas.ts';

/** A mail before it is rendered. */
export interface Template {
  subject: string;
  /** What lists of mails show after the subject. */
  preheader: string;
  body: readonly ReactNode[];
  /** Why the reader gets it, in a sentence. */
  reason: string;
  /** Only for emails that the recipient can unsubscribe from. */
  unsubscribeUrl?: string;
}

/** The course in the reader's calendar: `REQUEST` adds or changes it, `CANCEL` removes it. */
export interface MailEvent {
  method: 'REQUEST' | 'CANCEL';
  batch: MailBatch;
  joining: string | null;
  /** Name of the reader. */
  name: string;
  /** The receipt; only for the payer. */
  url?: string;
}

/** How the outbox treats a kind of mail. */
export interface MailRules {
  /** Limited per address and day: emails to contacts who have not paid, or that anyone can request. */
  isLimitedPerDay?: true;
  /** The recipient can unsubscribe: no booking or request depends on it. */
  canUnsubscribe?: true;
  /** Sent to the address of operators in the settings. Operators are not alerted when it is refused. */
  toOperatorEmail?: true;
  /** Belongs to a data request: not counted among the data held about a person. */
  isOfDataRequest?: true;
  /** Its recipient is erased a day after it, instead of at the end of retention. */
  isErasedAfterADay?: true;
}

interface MailSource<Kind extends string, Data extends z.ZodType, IsComposed extends boolean>
  extends MailRules {
  kind: Kind;
  /** What the mail says. */
  data: Data;
  /** A composer reads the data from tables when the mail is sent. Otherwise the cause states them. */
  isComposed?: IsComposed;
  /** For previews and tests, by what is special about each. */
  samples: Readonly<Record<string, z.output<Data>>>;
  render(data: z.output<Data>): Template;
  /** The attached calendar file. */
  event?(data: z.output<Data>): MailEvent | undefined;
}

/** A kind of mail; list it in `kinds.ts`. */
export function defineMail<
  const Kind extends string,
  Data extends z.ZodType,
  const IsComposed extends boolean = false,
>(source: MailSource<Kind, Data, IsComposed>) {
  return { ...source, stored: z.object({ kind: z.literal(source.kind), data: source.data }) };
}
