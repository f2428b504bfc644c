/**
 * Data of several pages of the console: documents, emails, catalogue, imports and jobs. Times are ISO 8601.
 */
import { z } from 'zod';
import { contentFault } from '../../site/content-faults.ts';
import { emailRow } from '../actions/emails.ts';

export const documentRow = z.object({
  /** Number of the document; named `id` as in every list. */
  id: z.string(),
  number: z.string(),
  kind: z.string(),
  /** Date in India, `YYYY-MM-DD`. */
  issued_on: z.string(),
  order_id: z.string(),
  /** Number of the document that this one corrects. */
  reference: z.string().nullable(),
  buyer: z.string(),
  gstin: z.string().nullable(),
  taxable_paise: z.number(),
  total_paise: z.number(),
  has_pdf: z.boolean(),
  /** True for the document of a company that is not registered at the portal yet. */
  waits_for_irn: z.boolean(),
});
export type DocumentRow = z.output<typeof documentRow>;

export const waitingDocumentRow = z.object({
  order_id: z.string(),
  kind: z.string(),
  why: z.string(),
  since: z.string(),
});
export type WaitingDocumentRow = z.output<typeof waitingDocumentRow>;

export const mailRow = emailRow.extend({
  /** Recipient's address, masked in lists; `operators` or `erased` if the email has none. */
  recipient: z.string(),
  can_resend: z.boolean(),
});
export type MailRow = z.output<typeof mailRow>;

/** A fact of an email; its text may have several lines. */
const mailFact = z.object({
  label: z.string(),
  text: z.string(),
});
export type MailFact = z.output<typeof mailFact>;

export const mailPage = mailRow.extend({
  cause: z.string(),
  message_id: z.string().nullable(),
  /** Content of the email, in words. */
  says: z.array(mailFact),
});
export type MailPage = z.output<typeof mailPage>;

export const suppressionRow = z.object({
  id: z.string(),
  /** Masked, because the full address is not stored, only its hash. */
  address: z.string(),
  source: z.string(),
  reason: z.string().nullable(),
  created_at: z.string(),
});
export type SuppressionRow = z.output<typeof suppressionRow>;

/** Result of one call to the upstream, made for this page. */
const upstreamCall = z.object({
  call: z.string(),
  /** `ok`. `refused`: a status other than 1. `malformed`: unusable data. `away`: no answer. */
  result: z.enum(['ok', 'refused', 'malformed', 'away']),
  milliseconds: z.number(),
  /** Error, or number of items. */
  detail: z.string(),
});
export type UpstreamCall = z.output<typeof upstreamCall>;

const catalogueCourse = z.object({
  name: z.string(),
  slug: z.string(),
  category: z.string(),
  faults: z.array(z.string()),
});
export type CatalogueCourse = z.output<typeof catalogueCourse>;

export const cataloguePage = z.object({
  calls: z.array(upstreamCall),
  courses: z.array(catalogueCourse),
  /** Errors in the upstream's files; null if it does not report them or does not answer. */
  content_faults: z.array(contentFault).nullable(),
  /** Number of running servers that get purges. */
  servers: z.number(),
});
export type CataloguePage = z.output<typeof cataloguePage>;

/** A course of the menu, as an option of a select. */
export const courseChoice = z.object({
  name: z.string(),
  slug: z.string(),
  category: z.object({ name: z.string(), slug: z.string() }),
});
export type CourseChoice = z.output<typeof courseChoice>;

const catalogueBatch = z.object({
  id: z.number(),
  start_date: z.string(),
  end_date: z.string(),
  fee: z.number().nullable(),
  seats_total: z.number().nullable(),
  seats_left: z.number().nullable(),
  faults: z.array(z.string()),
});

/** Schedule of a course, read for this page. */
export const catalogueSchedule = z.object({
  /** Id of the course. */
  id: z.number(),
  name: z.string(),
  batches: z.array(catalogueBatch),
  faults: z.array(z.string()),
});
export type CatalogueSchedule = z.output<typeof catalogueSchedule>;

export const importKinds = ['coupons', 'opt_outs'] as const;
export type ImportKind = (typeof importKinds)[number];

/** An import with rows that can be undone. */
export const importRow = z.object({
  id: z.string(),
  /** Number of rows that can be undone. */
  rows: z.int(),
  imported_at: z.string(),
});
export type ImportRow = z.output<typeof importRow>;

export const workPage = z.object({
  queues: z.array(
    z.object({
      queue: z.string(),
      waiting: z.number(),
      later: z.number(),
      active: z.number(),
      dead: z.number(),
      oldest_seconds: z.number(),
    }),
  ),
  schedules: z.array(
    z.object({
      schedule: z.string(),
      succeeded_at: z.string().nullable(),
      failed_at: z.string().nullable(),
    }),
  ),
  dead: z.array(
    z.object({
      id: z.string(),
      queue: z.string(),
      subject: z.string().nullable(),
      died_at: z.string(),
      tries: z.number(),
      reason: z.string().nullable(),
    }),
  ),
});
export type WorkPage = z.output<typeof workPage>;
