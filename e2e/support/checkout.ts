import type { Locator, Page } from '@playwright/test';

/** The page’s own form. Until its code is there, a checkout opened as a document has the server’s form in its place. */
export const checkoutForm = (page: Page): Locator => page.locator('form[name="checkout"]');

/** Batch parameters of a checkout link. */
export interface ChosenBatch {
  courseId: number;
  courseName: string;
  batchId: number;
  feeRupees: number;
  seats: number;
}

/** @returns the checkout URL, as the schedule renders it without JavaScript */
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
