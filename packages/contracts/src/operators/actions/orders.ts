/** Decisions about the booking and the payment of an order. */
import { z } from 'zod';
import { attendeeList } from '../../enrolment/attendees.ts';
import { maxSeats } from '../../enrolment/pricing.ts';
import { batchId } from '../../ids.ts';
import { emailSchema, firstName, lastName, maxLengths, phoneNumber } from '../../leads/fields.ts';
import { uuid } from '../../uuid.ts';
import { action, confirmedAction } from './action.ts';
import { note, rupees } from './fields.ts';

const id = uuid;
const transfer = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9/-]{6,40}$/, { error: 'Enter the reference of the transfer (UTR)' })
  .meta({ title: 'UTR' })
  .optional();

const rights = {
  role: 'finance',
  changes: ['Orders', 'Order', 'Documents', 'Mails', 'Work', 'Today'],
} as const;

/** State of an order after an action. */
const orderAfter = z.object({
  id: z.string(),
  state: z.string(),
  booking: z.string(),
  cancelled_seats: z.int(),
});

/** Result that a decision would have; amounts in paise. */
export const orderPlan = z.object({
  /** Seats that the decision cancels, and seats that remain. */
  seats: z.int(),
  seats_left: z.int(),
  /** Value of these seats, GST included. */
  value_paise: z.int(),
  /** Refund of the value under the terms of the sale at present, in per cent and in paise. */
  policy_percent: z.int(),
  policy_refund_paise: z.int(),
  /** Part of the value that is refunded. */
  refund_paise: z.int(),
  retained_paise: z.int(),
  /** Part of the refund that was already returned, by a refund in the dashboard or a dispute. */
  settled_paise: z.int(),
  /** Part of the refund that is requested from the payment provider. */
  requested_paise: z.int(),
  /** Part of the refund that is recorded as a bank transfer. */
  transferred_paise: z.int(),
  /** True if it is too late to reduce the tax of the sale. */
  credit_is_late: z.boolean(),
  upstream_notified: z.boolean(),
  /** True if a credit note or refund voucher is issued. */
  issues_documents: z.boolean(),
});
export type OrderPlan = z.output<typeof orderPlan>;

const answers = { result: { order: orderAfter }, preview: { plan: orderPlan } };

export const ordersBook = action({
  ...rights,
  name: 'orders.book',
  title: 'Sent the booking of an order to the upstream',
  stepUp: false,
  positional: ['id'],
  input: z.strictObject({ id, note }),
  result: { order: orderAfter },
});

export const ordersUnbook = action({
  ...rights,
  name: 'orders.withhold',
  title: 'Withheld the booking of an order',
  stepUp: false,
  positional: ['id'],
  input: z.strictObject({ id, note }),
  result: { order: orderAfter },
});

export const ordersCancel = confirmedAction({
  ...rights,
  ...answers,
  name: 'orders.cancel',
  title: 'Cancelled seats of an order',
  stepUp: true,
  positional: ['id'],
  input: {
    id,
    /** Seats to cancel. Default: all remaining seats. */
    seats: z
      .int({ error: 'Enter a whole number from 1' })
      .min(1, { error: 'Enter a whole number from 1' })
      .max(1_000)
      .optional(),
    /** Refunds the share under the policy of the sale, instead of the whole value. */
    by_policy: z.boolean().default(false),
    transfer,
    /**
     * Email addresses of the attendees whose seats are cancelled; required if more are named than seats
     * remain.
     */
    attendees: z
      .array(z.string().trim().min(1).max(maxLengths.email))
      .max(maxSeats)
      .default([])
      .meta({ title: 'ADDRESS', 'x-option': 'attendee' }),
  },
});

export const ordersRefund = confirmedAction({
  ...rights,
  ...answers,
  name: 'orders.refund',
  title: 'Refunded an order',
  stepUp: true,
  positional: ['id'],
  input: { id, transfer },
});

export const ordersGoodwill = confirmedAction({
  ...rights,
  ...answers,
  name: 'orders.goodwill',
  title: 'Refunded an amount of an order',
  stepUp: true,
  positional: ['id'],
  input: {
    id,
    rupees: rupees.describe('At most the retained amount of the order'),
    /** Reduces the price, with a credit note. */
    with_note: z.boolean().default(false),
    transfer,
  },
});

const desk = { ...rights, role: 'desk' } as const;

/** Result that a move would have. */
export const movePlan = z.object({
  seats: z.int(),
  /** First days of the batches, `YYYY-MM-DD`. */
  from: z.string(),
  to: z.string(),
  /** Free seats in the new batch before the move; null if the upstream does not count seats. */
  seats_free: z.int().nullable(),
  /** Refund because the new batch is cheaper, in paise. */
  refund_paise: z.int(),
  upstream_notified: z.boolean(),
});

export const ordersMove = confirmedAction({
  ...desk,
  name: 'orders.move',
  title: 'Requested the move of an order to another batch',
  stepUp: false,
  positional: ['id'],
  input: { id, batch: batchId.meta({ title: 'BATCH' }) },
  result: { order: z.object({ id: z.string() }) },
  preview: { plan: movePlan },
});

const person = /^\s*(.+?)\s*<([^<>\s]+)>\s*$/;

/** Converts `Name <address>`, as on the command line, to an object. */
function readPerson(row: unknown): unknown {
  if (typeof row !== 'string') return row;
  const [, name = row, email = ''] = person.exec(row) ?? [];
  return { name, email };
}

export const ordersSetAttendees = action({
  ...desk,
  name: 'orders.set-attendees',
  title: 'Changed the attendees of an order',
  stepUp: false,
  positional: ['id'],
  input: z.strictObject({
    id,
    /** The complete new list of attendees; each is an object, or text in the form `Name <address>`. */
    attendees: z
      .array(z.unknown())
      .transform((rows) => rows.map(readPerson))
      .pipe(attendeeList)
      .meta({ title: '"Name <address>"', 'x-option': 'attendee' }),
    note,
  }),
  result: { order: z.object({ id: z.string(), attendees: z.int() }) },
});

export const ordersCorrectContact = action({
  ...desk,
  name: 'orders.correct-contact',
  title: 'Corrected the contact details of a payer',
  // Required, because documents and links are sent to the new address.
  stepUp: true,
  positional: ['id'],
  /** Absent fields are not changed. */
  input: z
    .strictObject({
      id,
      first_name: firstName.schema.optional(),
      last_name: lastName.schema.optional(),
      email: emailSchema.optional(),
      phone_number: phoneNumber.schema.optional(),
      note,
    })
    .refine(
      ({ id: _id, note: _note, ...contact }) => Object.values(contact).some((text) => text !== undefined),
      { error: 'Change at least one field', path: ['email'] },
    ),
  result: {
    order: z.object({
      id: z.string(),
      /** Names of the changed fields. */
      changed: z.array(z.string()),
    }),
  },
});

export const ordersRenewReceipt = action({
  ...desk,
  name: 'orders.renew-receipt',
  title: 'Replaced the receipt link of an order',
  stepUp: false,
  positional: ['id'],
  /** The payer gets a new link by email. */
  input: z.strictObject({ id, note }),
  result: { order: z.object({ id: z.string() }) },
});

const erasedOrder = z.object({ id: z.string(), state: z.string() });

export const ordersErase = action({
  ...rights,
  role: 'admin',
  name: 'orders.erase',
  title: 'Erased the payer of an order',
  stepUp: true,
  positional: ['id'],
  /** Erases all orders with the email address of this one. */
  input: z.strictObject({ id }),
  result: {
    orders: z.object({
      erased: z.array(erasedOrder),
      /** Orders in progress; they are erased once they are settled. */
      kept: z.array(erasedOrder),
      /** Number of documents that tax law requires to keep. */
      documents: z.int(),
    }),
  },
});
