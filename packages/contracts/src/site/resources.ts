import { z } from 'zod';
import { id, list, text } from '../lenient.ts';
import { nothing, optionalId, search } from '../requests.ts';

const resource = z.object({ id, name: text, category_name: text, image: text });
export type Resource = z.infer<typeof resource>;

export const resources = {
  request: z.object({ resources_category_id: optionalId, search_val: search }),
  data: z.object({ ebook: list(resource), practice_test: list(resource) }),
};

export const resourceCategories = { request: nothing, data: list(z.object({ id, name: text })) };
