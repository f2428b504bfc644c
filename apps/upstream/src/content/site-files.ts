/** Schemas of the other content files. */
import { careerRoles } from '@meridian/contracts/site/courses/career-growth';
import { z } from 'zod';
import { address, id, line, listWithIds, media } from './fields.ts';

export const siteFile = z.strictObject({ discount_text: line, button_text: line });

export const courseCategoryFile = listWithIds(z.strictObject({ id, name: line, seo_slug: address }));
export type CourseCategoryEntry = z.infer<typeof courseCategoryFile>[number];

/** Categories of posts and downloads. */
export const categoryFile = listWithIds(z.strictObject({ id, name: line }));
export type CategoryEntry = z.infer<typeof categoryFile>[number];

export const trustedByFile = listWithIds(z.strictObject({ id, name: line, image: media }));

export const trainerFile = listWithIds(
  z.strictObject({
    id,
    name: line,
    designation: line.default(''),
    description: line.default(''),
    image: media.default(''),
  }),
);

const places = ['home', 'customer_speak', 'share_your_experience'] as const;

export const testimonialFile = listWithIds(
  z.strictObject({
    id,
    name: line,
    designation: line.default(''),
    description: line,
    rating: z.number().min(1).max(5).nullable().default(null),
    image: media.default(''),
    linkedin_url: z
      .union([z.url({ protocol: /^https$/ }), z.literal('')], {
        error: 'must be an address that begins with https://, or left out',
      })
      .default(''),
    show: z.array(z.enum(places)),
  }),
);
export type TestimonialEntry = z.infer<typeof testimonialFile>[number];

export const videoFile = listWithIds(
  z.strictObject({ id, youtube_url: z.url({ protocol: /^https$/ }), title: line }),
);

const careerTab = z.strictObject({
  first_title: line,
  first_image: media,
  first_image_title: line,
  second_title: line,
  second_image: media,
  second_image_title: line,
  demand_title: line,
  demand_description: line,
});

export const careerGrowthFile = z.strictObject({
  [careerRoles[0]]: careerTab,
  [careerRoles[1]]: careerTab,
  [careerRoles[2]]: careerTab,
  [careerRoles[3]]: careerTab,
});
export type CareerGrowthEntry = z.infer<typeof careerGrowthFile>;
