import { z } from 'zod';
import { id, list, measure, text } from './lenient.ts';

/** A testimonial (specification, section 3). */
const testimonial = z.object({
  id,
  name: text,
  designation: text,
  description: text,
  rating: measure,
  image: text,
  linkedin_url: text,
});
export type Testimonial = z.infer<typeof testimonial>;

const trainer = z.object({ id, name: text, designation: text, description: text, image: text });
export type Trainer = z.infer<typeof trainer>;

const videoTestimonial = z.object({ id, youtube_url: text, title: text });
export type VideoTestimonial = z.infer<typeof videoTestimonial>;

export const testimonials = list(testimonial);
export const trainers = list(trainer);
export const videoTestimonials = list(videoTestimonial);
