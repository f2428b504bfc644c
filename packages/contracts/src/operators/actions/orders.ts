/** Decisions about the booking and the money of an order. */
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
  .regex(/^[A-Za-z0-9/-]{6,40}$/, { error: 'The reference of the transfer (UTR)' })
  .meta({ title: 'UTR' })
  .optional();

const rights = {
  role: 'finance',
  changes: ['Orders', 'Order', 'Documents', 'Mails', 'Work', 'Today'],
} as const;

/** What an order is after an action. */
const orderAfter = z.object({
  id: z.string(),
  state: z.string(),
  booking: z.string(),
  cancelled_seats: z.int(),
});

/** What a decision would do; amounts in paise. */
export const orderPlan = z.object({
  /** Cancelled by it, and left afterwards. */
  seats: z.int(),
  seats_left: z.int(),
  /** Value of these seats, GST included. */
  value_paise: z.int(),
  /** The current refund of the value under the terms of the sale, in per cent and in paise. */
  policy_percent: z.int(),
  policy_refund_paise: z.int(),
  /** Given back of the value. */
  refund_paise: z.int(),
  retained_paise: z.int(),
  /** Of the refund: left before, in the dashboard or by a dispute. */
  settled_paise: z.int(),
  /** Asked of the payment provider. */
  requested_paise: z.int(),
  /** Recorded as paid by bank transfer. */
  transferred_paise: z.int(),
  /** The tax of the sale can no longer be reduced. */
  credit_is_late: z.boolean(),
  upstream_notified: z.boolean(),
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
    /** All that are left if absent. */
    seats: z
      .int({ error: 'A whole number from 1' })
      .min(1, { error: 'A whole number from 1' })
      .max(1_000)
      .optional(),
    /** Refund the share that the policy of the sale says, instead of the whole value. */
    by_policy: z.boolean().default(false),
    transfer,
    /** Email addresses of the attendees whose seats these are; needed if more are named than seats remain. */
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

/** What a move would do. */
export const movePlan = z.object({
  seats: z.int(),
  /** First days of the batches, `YYYY-MM-DD`. */
  from: z.string(),
  to: z.string(),
  /** In the new batch before the move; null if the upstream does not count seats. */
  seats_free: z.int().nullable(),
  /** Refunded because the new batch is cheaper. */
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

/** @returns a person written as `Name <address>`, as a command line has it, as an object */
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
    /** All of them from now on; each an object, or text as `Name <address>`. */
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
  // Documents and links go to the new address.
  stepUp: true,
  positional: ['id'],
  /** What is absent stays. */
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
      /** Names of fields. */
      changed: z.array(z.string()),
    }),
  },
});

export const ordersRenewReceipt = action({
  ...desk,
  name: 'orders.renew-receipt',
  title: 'Ended the link to the receipt of an order',
  stepUp: false,
  positional: ['id'],
  /** The payer is sent a new link. */
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
  /** All orders with the email address of this one are erased. */
  input: z.strictObject({ id }),
  result: {
    orders: z.object({
      erased: z.array(erasedOrder),
      /** Not settled: erased once they are. */
      kept: z.array(erasedOrder),
      /** Documents that tax law requires to stay. */
      documents: z.int(),
    }),
  },
});
