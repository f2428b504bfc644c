/** The checkout's navigation state, and the query of its address (specification, section 2). */
export interface Selection {
  course_id: number;
  course_name: string;
  course_schedule_id: number;
  /** Rupees for one seat, as the schedule showed it. For display: the server reads the fee itself. */
  course_fee: number;
  /** Seats. */
  course_qty: number;
}
