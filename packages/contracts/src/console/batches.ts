/** Batches: their seats, who comes and who waits. */

/** Seats of a batch, as they are counted here. */
export interface BatchRow {
  id: number;
  course_id: number;
  /** Empty where only people wait for it. */
  course: string;
  /** `YYYY-MM-DD`; null where only people wait for it. */
  start_date: string | null;
  end_date: string | null;
  start_time: string;
  end_time: string;
  /** Paid, cancelled ones left out. */
  sold: number;
  /** By orders that are not paid yet. */
  held: number;
  /** To people of the waiting list. */
  offered: number;
  /** By the last count of the upstream; null where it counts none. */
  free: number | null;
  /** Seats that people of the waiting list wait for. */
  waiting: number;
}

export interface AttendeeRow {
  order_id: string;
  payer: string;
  /** Both null for a seat whose attendee is not named yet. */
  name: string | null;
  email: string | null;
}

export interface WaitingRow {
  /** Of the entry, and of its lead. */
  id: string;
  name: string;
  seats: number;
  state: 'waiting' | 'offered';
  joined_at: string;
  offer_ends_at: string | null;
}

export interface BatchPage extends BatchRow {
  attendees: AttendeeRow[];
  waitlist: WaitingRow[];
}
