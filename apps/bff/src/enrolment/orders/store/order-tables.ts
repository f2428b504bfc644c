/** The tables of an order, its payments and its history. */

import type { Attendee } from '@meridian/contracts/checkout/attendees';
import type { BillingAddress, Company } from '@meridian/contracts/checkout/billing';
import type { OrderState } from '@meridian/contracts/checkout/orders';
import type { TrainingMode } from '@meridian/contracts/checkout/tax-decision';
import type { Attribution } from '@meridian/contracts/leads/attribution';
import type { BatchSession } from '@meridian/contracts/schedule/class-details';
import type { ColumnType } from 'kysely';
import type { Json, Narrow } from '../../../platform/database/database.ts';
import type { Schema } from '../../../platform/database/schema.ts';

/** A snapshot of the batch at the sale: the receipt shows it even when the batch is gone. */
export interface SoldBatch {
  course_id: number;
  course_name: string;
  course_schedule_id: number;
  start_date: string;
  end_date: string;
  start_time: string;
  end_time: string;
  day_type: string;
  time_type: string;
  online_class_room: string;
  instructor_name: string;
  /** If the upstream said so. */
  mode?: TrainingMode | undefined;
  venue_state?: string | undefined;
  city?: string | undefined;
  /** The days of class; without them they follow from the first and the last. */
  sessions?: readonly BatchSession[] | undefined;
  /** How to join, for those who attend alone. */
  joining?: string | undefined;
}

export type OrderTable = Narrow<
  'orders',
  {
    batch: Json<SoldBatch>;
    company: ColumnType<Company | null, string | null | undefined, string | null>;
    billing_address: ColumnType<BillingAddress | null, string | null | undefined, string | null>;
    attribution: ColumnType<Attribution | null, string | null, string | null>;
    attendees: ColumnType<readonly Attendee[], string | undefined, string>;
  }
>;

export type OrderPaymentTable = Schema['order_payments'];

export type EventSource = 'browser' | 'webhook' | 'reconciler' | 'worker' | 'operator';

export type OrderEventTable = Narrow<
  'order_events',
  {
    source: EventSource;
    state: OrderState;
  }
>;
