/** Schema of a course file; `docs/how-to/content.md` explains the fields. */
import { z } from 'zod';
import { batchKeyNumber } from '../schedule/batch-id.ts';
import { address, date, id, line, media, rupees } from './fields.ts';
import { careerGrowthFile } from './site-files.ts';

export const weekdays = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const;

const time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: "must be a time such as '19:00'" });

const batchRule = z
  .strictObject({
    key: line,
    day_type: z.enum(['weekday', 'weekend']),
    starts_on: z.enum(weekdays),
    every_weeks: z.int().min(1).max(52),
    first: date,
    ahead: z.int().min(0).max(60),
    days: z.int().min(1).max(366),
    /** Those of its days that have class, counted from 1; all or unknown where they are not given. */
    class_days: z.array(z.int().min(1)).min(1).max(100).optional(),
    time_type: z.enum(['morning', 'day', 'evening']),
    start_time: time,
    end_time: time,
    online_class_room: line,
    city: line.optional(),
    joining: line.optional(),
    instructor_name: line,
    fee: rupees.optional(),
    discount_fee: rupees.optional(),
    seats: z.int().min(0).max(10_000).optional(),
    sold_elsewhere: z.array(z.int().min(0)).default([]),
  })
  .refine((rule) => rule.end_time > rule.start_time, {
    path: ['end_time'],
    error: 'must be later than start_time',
  })
  .refine(({ days, class_days: on = [] }) => on.every((day) => day <= days), {
    path: ['class_days'],
    error: 'must not be after the last day',
  })
  .refine(({ seats, sold_elsewhere: sold }) => sold.every((number) => number <= (seats ?? 0)), {
    path: ['sold_elsewhere'],
    error: 'must not be more than seats',
  });
export type BatchRuleEntry = z.infer<typeof batchRule>;

const batchRules = z.array(batchRule).superRefine((rules, context) => {
  const keys = new Map<number, string>();
  for (const [index, { key }] of rules.entries()) {
    const number = batchKeyNumber(key);
    const other = keys.get(number);
    if (other !== undefined) {
      const message =
        other === key ? `${key} is used twice` : `${key} gives the same batch ids as ${other}: choose another`;
      context.addIssue({ code: 'custom', path: [index, 'key'], message });
    }
    keys.set(number, key);
  }
});

const lines = z.array(line);
const sectionItems = z.array(z.strictObject({ name: line, description: line }));

export const courseFile = z
  .strictObject({
    // Max six digits, since batch ids contain it.
    id: id.max(999_999),
    name: line,
    category: address,
    order: z.int(),
    featured: z.boolean().default(false),
    level: z.enum(['Beginner', 'Intermediate', 'Advanced']),
    description: line,
    learners_enrolled: z.int().min(0),
    rating: z.number().min(0).max(5),
    training_days: z.int().min(1),
    workload_hours: z.int().min(1).default(10),
    image: media,
    image_title: line,
    certificate_image: media,
    certificate_image_title: line,
    meta_title: line,
    meta_description: line,
    meta_keyword: line,
    fee: rupees,
    discount_fee: rupees,
    bonus: line.optional(),
    highlights: lines,
    overview: lines,
    live_online_classroom_name: line,
    live_class: lines,
    enterprise: lines,
    curriculum: sectionItems,
    about_certification: sectionItems,
    learning_objectives: sectionItems,
    prerequisites: sectionItems,
    faq: sectionItems,
    related: z.array(address),
    syllabus_file: media.optional(),
    curriculum_file: media.optional(),
    titles: z
      .strictObject({
        overview_title: line.default('Course Overview'),
        curriculum_title: line.default('Course Curriculum'),
        about_certification_title: line.default('About the Certification'),
        learning_objectives_title: line.default('Learning Objectives'),
        prerequisites_title: line.default('Prerequisites'),
        faq_title: line.default('Frequently Asked Questions'),
        career_growth_title: line.default('Career Growth'),
      })
      .prefault({}),
    career_growth: careerGrowthFile.optional(),
    batches: batchRules,
  })
  .refine((course) => course.discount_fee <= course.fee, {
    path: ['discount_fee'],
    error: 'must not be more than fee',
  });
export type CourseEntry = z.infer<typeof courseFile>;
