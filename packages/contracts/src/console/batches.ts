/** Batches: their seats, who comes and who waits. */

export const maxJoining = 4_000;
export const maxSubject = 120;
export const maxMessage = 4_000;

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

/** What the upstream says otherwise of a sold batch. */
export interface BatchChangeRow {
  id: string;
  kind: 'changed' | 'vanished';
  state: 'open' | 'confirmed' | 'dismissed' | 'over';
  /** As the upstream has it by now, in a line; null where it has none. */
  now: string | null;
  /** Why it was dismissed. */
  note: string | null;
  found_at: string;
}

export interface BatchMessageRow {
  id: string;
  subject: string;
  text: string;
  sent_by: string;
  /** To how many addresses it went, `suppressed` ones among them. */
  addresses: number;
  suppressed: number;
  at: string;
}

export interface BatchPage extends BatchRow {
  /** As it was sold, in a line; null where nothing is booked. */
  sold_as: string | null;
  /** Newest first. */
  changes: BatchChangeRow[];
  /** How to join, and who said so. */
  joining: { text: string; from: 'operator' | 'upstream' } | null;
  /** What operators wrote to everybody, newest first. */
  messages: BatchMessageRow[];
  attendees: AttendeeRow[];
  waitlist: WaitingRow[];
}
