/** Until when a payer may move a booking or replace its attendees. Times are in India. */

export interface MovePolicy {
  /** Any number of moves, at least so many hours before the first day of the batch begins. */
  early: {
    untilHoursBefore: number;
    /** To a batch that begins at most so many days after the one that was booked. */
    withinDays: number;
  };
  /** Later than that, until the batch begins. */
  late: {
    /** So many moves of a booking. */
    times: number;
    /** To a batch that begins at most so many days after the present one. */
    withinDays: number;
  };
}

/** What a booking may be changed by its payer. */
export interface ChangePolicy {
  moves: MovePolicy;
  /** Attendees may be replaced at least so many hours before the first day of the batch begins. */
  attendeesUntilHoursBefore: number;
}
