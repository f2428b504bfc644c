import { cardOf } from './courses.ts';
import type { ReadHandler } from './handler.ts';

export const header: ReadHandler<'header'> = (_request, { content }) => content.header;

export const home: ReadHandler<'home'> = (_request, { content, upcoming }) => ({
  trusted_by: [...content.trustedBy],
  expert: [...content.trainers],
  testimonials: [...content.homeTestimonials],
  course: content.featuredCourses.map((course) => cardOf(course, upcoming)),
});

export const customerSpeak: ReadHandler<'customer_speak'> = (_request, { content }) => content.customerSpeak;

export const page: ReadHandler<'page'> = ({ page_name }, { content }) => {
  const html = content.pages.get(page_name);
  return html === undefined ? undefined : { content: html };
};
