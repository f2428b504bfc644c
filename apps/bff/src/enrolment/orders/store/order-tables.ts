/** Types and JSON columns of the tables of orders. */

import type { Attendee } from '@meridian/contracts/enrolment/attendees';
import { batchId, courseId } from '@meridian/contracts/ids';
import { z } from 'zod';
import type { Schema } from '../../../platform/database/schema.ts';
import { storedColumn } from '../../../platform/database/stored-column.ts';
import { storedAddress, storedCompany, storedCorrection } from '../../documents/supply.ts';
import { saleTerms } from '../terms.ts';

const session = z.object({ date: z.string(), start_time: z.string(), end_time: z.string() });

/** A snapshot of the batch at the sale. The receipt shows it even after the batch is deleted. */
export const soldBatch = z.object({
  course_id: courseId,
  course_name: z.string(),
  course_schedule_id: batchId,
  start_date: z.string(),
  end_date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  day_type: z.string(),
  time_type: z.string(),
  online_class_room: z.string(),
  instructor_name: z.string(),
  /** Absent if the upstream does not return it. */
  mode: z.enum(['online', 'classroom']).optional(),
  venue_state: z.string().optional(),
  city: z.string().optional(),
  /** The days of class. If absent, they are every day from the first to the last. */
  sessions: z.array(session).readonly().optional(),
  /** Joining instructions. Emails contain them, receipts do not. */
  joining: z.string().optional(),
});
export type SoldBatch = z.output<typeof soldBatch>;

const attendees: z.ZodType<Attendee[]> = z.array(z.object({ name: z.string(), email: z.string() }));

export const orderBatch = storedColumn('orders.batch', soldBatch);
export const orderTerms = storedColumn('orders.terms', saleTerms);
export const orderCompany = storedColumn('orders.company', storedCompany.nullable());
export const orderAddress = storedColumn('orders.billing_address', storedAddress.nullable());
export const orderAttendees = storedColumn('orders.attendees', attendees);
export const changedAttendees = storedColumn('booking_changes.attendees', attendees.nullable());
export const correctedBilling = storedColumn('billing_corrections.billing', storedCorrection);

/** Stands in for an unreadable batch in lists, which still show the order's other data. */
export const unreadableBatch: SoldBatch = {
  course_id: 0,
  course_name: 'Unreadable',
  course_schedule_id: 0,
  start_date: '',
  end_date: '',
  start_time: '',
  end_time: '',
  day_type: '',
  time_type: '',
  online_class_room: '',
  instructor_name: '',
};

/** @returns the batch of an order for a list */
export const listedBatch = (batch: unknown): SoldBatch => orderBatch.tryParse(batch) ?? unreadableBatch;

export type EventSource = Schema['order_events']['source'];
