import type { Locator, Page } from '@playwright/test';

/**
 * The page's own form. Until its code is loaded, a checkout that was opened as a document shows the server's
 * form instead.
 */
export const checkoutForm = (page: Page): Locator => page.locator('form[name="checkout"]');

/** The batch in a checkout link. */
export interface ChosenBatch {
  courseId: number;
  courseName: string;
  batchId: number;
  feeRupees: number;
  seats: number;
}

/** @returns the checkout's path, as in the schedule without JavaScript */
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
