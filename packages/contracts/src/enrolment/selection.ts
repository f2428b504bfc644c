/** Navigation state and query of the checkout (specification, section 2). */
export interface Selection {
  course_id: number;
  course_name: string;
  course_schedule_id: number;
  /** Rupees per seat, as shown in the schedule. Display only: the server reads the fee itself. */
  course_fee: number;
  /** Number of seats. */
  course_qty: number;
}
