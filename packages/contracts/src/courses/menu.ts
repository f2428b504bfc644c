import { z } from 'zod';
import { nothing } from '../requests.ts';
import { id, list, text } from '../untidy.ts';
import { courseListItem } from './course-card.ts';

export const category = z.object({ id, name: text });
export type Category = z.infer<typeof category>;

export const courseMenu = { request: nothing, data: list(courseListItem) };
export const courseCategories = { request: nothing, data: list(category) };
