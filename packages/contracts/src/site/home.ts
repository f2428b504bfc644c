import { z } from 'zod';
import { id, list, text } from '../lenient.ts';
import { testimonials, trainers } from '../people.ts';
import { nothing } from '../requests.ts';
import { courseCards } from './courses/course-card.ts';

const trustedBy = z.object({ id, image: text, name: text });
export type TrustedBy = z.infer<typeof trustedBy>;

export const home = {
  request: nothing,
  data: z.object({
    trusted_by: list(trustedBy),
    expert: trainers,
    testimonials,
    course: courseCards,
  }),
};

/** The discount bar above the navigation. */
export const header = { request: nothing, data: z.object({ discount_text: text, button_text: text }) };
export type Header = z.infer<typeof header.data>;
