/**
 * Deadlines for a payer to move a booking or to replace its attendees. Hours are counted back from midnight
 * in India at the start of the batch's first day.
 */

/** When a payer may move a booking, and to which batches. */
export interface MovePolicy {
  /** Any number of moves is allowed until `untilHoursBefore` hours before the batch. */
  early: {
    untilHoursBefore: number;
    /** The new batch begins at most this many days after the one originally booked. */
    withinDays: number;
  };
  /** Moves after the `early` deadline, until the batch begins. */
  late: {
    /** Maximum number of these moves of a booking. */
    times: number;
    /** The new batch begins at most this many days after the current one. */
    withinDays: number;
  };
}

/** Changes that a payer may make to a booking. */
export interface ChangePolicy {
  moves: MovePolicy;
  /** Attendees may be replaced until this many hours before the batch. */
  attendeesUntilHoursBefore: number;
}
