import { z } from 'zod';
import { testimonials, videoTestimonials } from '../people.ts';
import { nothing } from '../requests.ts';

export const customerSpeak = {
  request: nothing,
  data: z.object({
    our_customers_saying: testimonials,
    hear_from_our_customers: videoTestimonials,
    share_your_experience: testimonials,
  }),
};
export type CustomerSpeak = z.infer<typeof customerSpeak.data>;
