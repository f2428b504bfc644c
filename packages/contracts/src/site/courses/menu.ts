import { z } from 'zod';
import { id, list, text } from '../../lenient.ts';
import { nothing } from '../../requests.ts';
import { courseListItem } from './course-card.ts';

const category = z.object({ id, name: text });
export type Category = z.infer<typeof category>;

/** Not every upstream sends the date. It is omitted if it is missing, because the list is long. */
const publishedDate = z.preprocess(
  (value) => (typeof value === 'string' && value !== '' ? value : undefined),
  z.string().optional(),
);
const courseMenuItem = courseListItem.extend({ published_date: publishedDate.optional() });

export const courseMenu = { request: nothing, data: list(courseMenuItem) };
export const courseCategories = { request: nothing, data: list(category) };
