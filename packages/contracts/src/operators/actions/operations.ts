/** All operations. */
import { z } from 'zod';
import { batchId } from '../../ids.ts';
import { uuid } from '../../uuid.ts';
import { confirm } from './action.ts';
import { note } from './fields.ts';
import { operation } from './operation.ts';

const order = uuid.meta({ title: 'ID' });

const reconciled = {
  orders_checked: z.int(),
  payments_checked: z.int(),
  refunds_checked: z.int(),
  orders_changed: z.int(),
  bookings_resumed: z.int(),
  changes_resumed: z.int(),
  /** Payments that cannot be read, or whose order does not exist here. */
  set_aside: z.int(),
  failed_parts: z.int(),
};

export const ordersReconcile = operation({
  name: 'orders.reconcile',
  title: 'Compared an order with the payment provider',
  role: 'finance',
  stepUp: false,
  positional: ['id'],
  input: z.strictObject({ id: order }),
  output: reconciled,
  changes: ['Orders', 'Order', 'Today', 'Documents', 'Mails'],
});

export const ordersReconcileAll = operation({
  name: 'orders.reconcile-all',
  title: 'Compared orders with the payment provider',
  role: 'finance',
  stepUp: false,
  positional: [],
  input: z.strictObject({
    /** Compares orders of any age, not only those that are due. */
    all: z.boolean().default(false),
  }),
  output: reconciled,
  changes: ['Orders', 'Today', 'Work', 'Webhooks'],
});

export const documentsIssue = operation({
  name: 'documents.issue',
  title: 'Issued due tax documents',
  role: 'finance',
  stepUp: false,
  positional: [],
  input: z.strictObject({
    /** Issues only documents of this order. */
    order: order.optional(),
  }),
  output: { invoices: z.array(z.object({ number: z.string() })) },
  changes: ['Documents', 'Orders', 'Order', 'Today', 'Mails'],
});

export const batchesCompare = operation({
  name: 'batches.compare',
  title: 'Compared the sold batches with the upstream',
  role: 'desk',
  stepUp: false,
  positional: [],
  input: z.strictObject({}),
  output: {
    compared: z.int(),
    /** Batches whose course could not be read. */
    unread: z.int(),
    /** New findings. */
    opened: z.int(),
    /** Findings that no longer apply. */
    over: z.int(),
  },
  changes: ['Batches', 'Orders', 'Order', 'Mails', 'Today'],
});

const calledOff = {
  id: batchId.meta({ title: 'BATCH' }),
  /**
   * `refund`: every booking is cancelled and refunded; `choose`: each payer chooses another date or a refund.
   */
  outcome: z.enum(['refund', 'choose'], { error: 'refund or choose' }),
};

/**
 * Calls a batch off. The action itself closes the sale; the operation then processes the bookings. Starting
 * it again continues: failed refunds are requested again.
 */
export const batchesCallOff = {
  ...operation({
    name: 'batches.call-off',
    title: 'Called a batch off',
    role: 'finance',
    stepUp: true,
    positional: ['id'],
    input: z.strictObject({ ...calledOff, note, confirm }),
    output: {
      /** Bookings that are cancelled, or whose payers get the choice. */
      bookings: z.int(),
      /** Refunds that the provider has accepted. */
      refunds: z.int(),
      /** Refunds that the provider has not answered; they are retried. */
      unanswered: z.int(),
      /**
       * Orders that are paid but not booked yet. The server refunds them, or books them and then processes
       * them.
       */
      waiting: z.int(),
      failures: z.array(z.object({ order_id: z.string(), reason: z.string() })),
      /** Amount in paise that the balance at the provider lacks for the refunds. */
      missing_paise: z.int(),
    },
    changes: ['Batches', 'Orders', 'Order', 'Mails', 'Today', 'Documents', 'Waitlist'],
  }),
  previewed: z.strictObject({ ...calledOff, note: note.optional() }),
  preview: z.object({
    done: z.string(),
    confirm,
    plan: z.object({
      seats: z.int(),
      /** Number of addresses that get an email. */
      emails: z.int(),
      /** Unpaid orders. A payment that arrives later is refunded. */
      unpaid: z.int(),
      refund_paise: z.int(),
      /** Balance at the provider according to the ledger. */
      held_paise: z.int(),
      bookings: z.array(
        z.object({
          order_id: z.string(),
          booking_number: z.string(),
          payer: z.string(),
          seats: z.int(),
          refund_paise: z.int(),
          /** Reason why the booking cannot be refunded now, or what happens instead of a refund. */
          problem: z.string().nullable(),
        }),
      ),
    }),
  }),
};

export const waitlistOfferAll = operation({
  name: 'waitlist.offer-all',
  title: 'Offered free seats to the waiting list',
  role: 'desk',
  stepUp: false,
  positional: [],
  input: z.strictObject({}),
  /** Ids of the entries that got an offer. */
  output: { offered: z.array(z.string()) },
  changes: ['Waitlist', 'Batches', 'Today'],
});
