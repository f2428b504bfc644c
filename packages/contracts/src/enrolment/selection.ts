/** Navigation state and query of the checkout page (specification, section 2). */
export interface Selection {
  course_id: number;
  course_name: string;
  course_schedule_id: number;
  /** Rupees per seat, as in the schedule. Only for display: the server reads the fee itself. */
  course_fee: number;
  /** Number of seats. */
  course_qty: number;
}
