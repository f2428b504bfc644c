/**
 * Requests about personal data. They need a link that is emailed to the address, so that only its owner gets
 * the data.
 */
import { z } from 'zod';
import { emailSchema } from '../leads/fields.ts';

/**
 * Days within which we promise an erasure, from its confirmation. The law allows 90 (DPDP Rules 2025, rule
 * 14).
 */
export const answerDays = 30;

export const dataRequestKinds = ['access', 'erasure'] as const;
export type DataRequestKind = (typeof dataRequestKinds)[number];

/** `POST /api/data-requests`: the response is the same whether there is data or not. */
export const dataLinkRequest = z.object({ email: emailSchema, kind: z.enum(dataRequestKinds) });
export const dataLinkAnswer = z.object({ by: z.enum(['mail', 'operator']) });
export type DataLinkAnswer = z.output<typeof dataLinkAnswer>;

/** Data stored for an email address. Days and times are ISO 8601. */
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
      /** Number of invoices, credit notes and vouchers. */
      documents: z.int(),
    }),
  ),
  /** Courses that another person booked for this address, or that the person attended without a booking. */
  attended: z.array(z.object({ course_name: z.string(), start_date: z.string() })),
  consents: z.array(
    z.object({
      channel: z.string(),
      given_at: z.string(),
      /** Time of the confirmation by the emailed link. */
      confirmed_at: z.string().optional(),
      withdrawn_at: z.string().optional(),
    }),
  ),
  /** Older servers do not send it. */
  complaints: z
    .array(z.object({ reference: z.string(), received_at: z.string(), matter: z.string() }))
    .optional(),
  /** Certificates of attendance. Older servers do not send it. */
  certificates: z
    .array(z.object({ number: z.string(), name: z.string(), course_name: z.string() }))
    .optional(),
  /** Feedback about classes. Older servers do not send it. */
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
  /** Number of emails sent to the address. */
  mails: z.int(),
});
export type HeldData = z.output<typeof heldData>;

/** `GET /api/data-requests/<link>`: changes nothing. */
export const dataLinkData = z.object({
  kind: z.enum(dataRequestKinds),
  state: z.enum(['open', 'used', 'expired']),
  expires_at: z.string(),
  held: heldData.optional(),
});
export type DataLinkData = z.output<typeof dataLinkData>;

/** `POST /api/data-requests/<link>`: requests the erasure. */
export const erasureRequested = z.object({ due_at: z.string() });
export type ErasureRequested = z.output<typeof erasureRequested>;
