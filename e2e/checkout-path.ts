/** What a link to the checkout says of the batch that was chosen. */
export interface ChosenBatch {
  courseId: number;
  courseName: string;
  batchId: number;
  feeRupees: number;
  seats: number;
}

/** @returns the checkout's address as the schedule writes it for browsers without scripts */
export function checkoutPath(chosen: ChosenBatch): string {
  const query = new URLSearchParams({
    course_id: String(chosen.courseId),
    course_name: chosen.courseName,
    course_schedule_id: String(chosen.batchId),
    course_fee: String(chosen.feeRupees),
    course_qty: String(chosen.seats),
  });
  return `/checkout?${query}`;
}
