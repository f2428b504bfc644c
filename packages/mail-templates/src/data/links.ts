/** What mails say that were asked for on the site: links that prove the address, copies, the end of an erasure. */
import { z } from 'zod';

/** Asked for on the page for lost links: every order of the address that is not over. */
export const receiptLinks = z.object({
  orders: z
    .array(
      z.object({
        orderNumber: z.string(),
        courseName: z.string(),
        startDate: z.string(),
        receiptUrl: z.string(),
      }),
    )
    .min(1)
    .readonly(),
});
export type ReceiptLinks = z.output<typeof receiptLinks>;

export const manageLink = z.object({
  firstName: z.string(),
  orderNumber: z.string(),
  courseName: z.string(),
  manageUrl: z.string(),
  /** ISO 8601. */
  expiresAt: z.string(),
});
export type ManageLink = z.output<typeof manageLink>;

/** To who enquired: none of what they typed. */
export const enquiryCopy = z.object({
  /** Title of the form. */
  formTitle: z.string(),
  courseName: z.string().nullable(),
  /** ISO 8601. */
  receivedAt: z.string(),
});
export type EnquiryCopy = z.output<typeof enquiryCopy>;

/** To an address of which something is held: nobody else learns so. */
export const dataLink = z.object({
  request: z.enum(['access', 'erasure']),
  url: z.string(),
  /** ISO 8601. */
  expiresAt: z.string(),
});
export type DataLink = z.output<typeof dataLink>;

/** The last mail to who asked for it. */
export const dataErased = z.object({
  enquiries: z.number(),
  bookings: z.number(),
  /** Tax documents that stay. */
  documents: z.number(),
});
export type DataErased = z.output<typeof dataErased>;
