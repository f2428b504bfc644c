/** A batch with a waiting list. */
export interface WaitedBatch {
  courseId: number;
  courseName: string;
  /** The batch's first day, formatted. */
  when: string;
  /** Initial number of seats in the form. */
  seats: number;
}
