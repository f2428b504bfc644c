/** What somebody would wait for. */
export interface WaitedBatch {
  courseId: number;
  courseName: string;
  /** The batch's first day, in words. */
  when: string;
  /** How many seats stand in the form at the beginning. */
  seats: number;
}
