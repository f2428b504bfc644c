import type { FormName } from '@meridian/contracts/calls';
import type { BookingChange } from '@meridian/contracts/enrolment/booking-change';
import type { SubmitData } from '@meridian/contracts/leads/form-schemas';
import type { BatchSavedData } from '@meridian/contracts/site/schedule/batch-editing';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

/** Values of a form as recorded. */
export type SubmissionBody = Record<string, string | number | Record<string, string | number>>;

/** Stored answer. A repeated request with the same idempotency key gets this answer. */
export interface SubmissionAnswer {
  message: string;
  data: SubmitData;
}

interface Submissions {
  id: Generated<number>;
  form: FormName;
  body: JSONColumnType<SubmissionBody, string, never>;
  answer: JSONColumnType<SubmissionAnswer, string, never>;
  idempotency_key: string | null;
  received_at: Generated<Date>;
}

interface Resumes {
  submission_id: number;
  file_name: string;
  media_type: string;
  content: Buffer;
}

interface Bookings {
  id: Generated<number>;
  course_id: number;
  course_schedule_id: number;
  fee_paise: number;
  number_of_course: number;
  gst_total_paise: number;
  sub_total_paise: number;
  total_fee_paise: number;
  transaction_id: string;
  first_name: string;
  last_name: string;
  email: string;
  phone_number: string;
  idempotency_key: string | null;
  received_at: Generated<Date>;
  /** Seats after the last change; null if the booking was never changed. */
  changed_seats: Generated<number | null>;
  /** Batch after the last change; null if the booking was never changed. */
  changed_batch: Generated<number | null>;
  /** Attendees after all changes. */
  attendees: ColumnType<BookingChange['attendees'] | null, string | null | undefined, string | null>;
  /** Attendees as first booked. */
  booked_attendees: ColumnType<BookingChange['attendees'] | null, string | null | undefined, never>;
}

interface BookingChanges {
  id: Generated<number>;
  booking_id: number;
  body: JSONColumnType<BookingChange, string, never>;
  idempotency_key: string | null;
  received_at: Generated<Date>;
}

interface Batches {
  id: Generated<number>;
  course_id: number;
  /** Key of the rule that created the batch; null if an operator created it. */
  rule_key: string | null;
  /** Day for which the rule created the batch. It does not change if the class days change. */
  rule_day: string | null;
  /** Days with class, in ascending order. */
  class_days: string[];
  first_day: ColumnType<string, never, never>;
  last_day: ColumnType<string, never, never>;
  start_time: string;
  end_time: string;
  mode: 'online' | 'classroom';
  city: string | null;
  venue_state: string | null;
  online_class_room: string;
  trainer: string;
  fee_paise: number;
  discount_fee_paise: number;
  /** Null if seats are not counted. */
  seats: number | null;
  sold_elsewhere: Generated<number>;
  joining: string | null;
  on_sale: Generated<boolean>;
  /** Number of changes so far. */
  version: Generated<number>;
}

interface BatchRevision {
  revision: number;
}

interface BatchEdits {
  idempotency_key: string;
  call: string;
  body: JSONColumnType<object, string, never>;
  answer: JSONColumnType<BatchSavedData, string, never>;
  received_at: Generated<Date>;
}

interface ContentFiles {
  /** Path below the content folder. */
  file: string;
  /** Text of the last valid version. */
  content: string;
  valid_at: Generated<Date>;
  /** Time at which the file was found missing; null while it exists. */
  removed_at: Generated<Date | null>;
}

export interface Tables {
  submissions: Submissions;
  resumes: Resumes;
  bookings: Bookings;
  booking_changes: BookingChanges;
  batches: Batches;
  batch_revision: BatchRevision;
  batch_edits: BatchEdits;
  content_files: ContentFiles;
}
