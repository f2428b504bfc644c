/** Requests about personal data: by a link to the address, so that nobody else learns anything. */
import { z } from 'zod';
import { emailSchema } from '../leads/fields.ts';

/** Of an erasure, from its confirmation on: the policy's promise. The law allows 90 (DPDP Rules 2025, rule 14). */
export const answerDays = 30;

export const dataRequestKinds = ['access', 'erasure'] as const;
export type DataRequestKind = (typeof dataRequestKinds)[number];

/** `POST /api/data-requests`: the same answer whether there is data or not. */
export const dataLinkRequest = z.object({ email: emailSchema, kind: z.enum(dataRequestKinds) });
export const dataLinkAnswer = z.object({ by: z.enum(['mail', 'operator']) });
export type DataLinkAnswer = z.output<typeof dataLinkAnswer>;

/** What is held of an address. Days and moments as ISO 8601. */
const heldData = z.object({
  enquiries: z.array(
    z.object({ form: z.string(), received_at: z.string(), details: z.record(z.string(), z.string()) }),
  ),
  bookings: z.array(
    z.object({
      number: z.string(),
      course_name: z.string(),
      start_date: z.string(),
      state: z.string(),
      details: z.record(z.string(), z.string()),
      /** Invoices, credit notes and vouchers. */
      documents: z.int(),
    }),
  ),
  /** Courses that another person booked for this address, or that the person attended without a booking. */
  attended: z.array(z.object({ course_name: z.string(), start_date: z.string() })),
  consents: z.array(
    z.object({
      channel: z.string(),
      given_at: z.string(),
      /** By the link that was mailed to the address. */
      confirmed_at: z.string().optional(),
      withdrawn_at: z.string().optional(),
    }),
  ),
  /** Missing in answers of a release before. */
  complaints: z
    .array(z.object({ reference: z.string(), received_at: z.string(), matter: z.string() }))
    .optional(),
  /** Certificates of attendance. Missing in answers of a release before. */
  certificates: z
    .array(z.object({ number: z.string(), name: z.string(), course_name: z.string() }))
    .optional(),
  /** Feedback about classes. Missing in answers of a release before. */
  feedback: z
    .array(
      z.object({
        course_name: z.string(),
        rating: z.int(),
        helped: z.string(),
        improve: z.string(),
        is_published: z.boolean(),
      }),
    )
    .optional(),
  /** How many mails were sent to the address. */
  mails: z.int(),
});
export type HeldData = z.output<typeof heldData>;

/** `GET /api/data-requests/<link>`: shows and changes nothing. */
export const dataLinkData = z.object({
  kind: z.enum(dataRequestKinds),
  state: z.enum(['open', 'used', 'expired']),
  expires_at: z.string(),
  held: heldData.optional(),
});
export type DataLinkData = z.output<typeof dataLinkData>;

/** `POST /api/data-requests/<link>`: asks for the erasure. */
export const erasureRequested = z.object({ due_at: z.string() });
export type ErasureRequested = z.output<typeof erasureRequested>;
