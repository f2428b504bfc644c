import { z } from 'zod';
import { count, list, measure, rupees, text } from '../../lenient.ts';

/** A menu entry (specification: course list item). */
export const courseListItem = z.object({
  name: text,
  category_name: text,
  category_seo_slug: text,
  seo_slug: text,
});
export type CourseListItem = z.infer<typeof courseListItem>;

/** A course card: the list item with optional details. Missing details are not shown. */
const courseCard = courseListItem.extend({
  image: text,
  image_title: text,
  description: text,
  level: text,
  training_days: count,
  learners_enrolled: count,
  rating: measure,
  fee: rupees,
  discount_fee: rupees,
  /** Start of the next batch, `YYYY-MM-DD`, or empty. */
  next_batch_date: text,
});
export type CourseCard = z.infer<typeof courseCard>;

export const courseCards = list(courseCard);
