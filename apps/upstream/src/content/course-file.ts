/** Schema of a course file; `docs/how-to/content.md` explains the fields. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
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

/** Two-digit state code. */
const state = z.string().regex(/^\d{2}$/, { error: "must be the two digits of a state, such as '29'" });

function ascendFromOne(days: readonly number[]): boolean {
  return days.every((day, index) => day > (days[index - 1] ?? 0)) && days[0] === 1;
}

const batchRule = z
  .strictObject({
    key: line,
    starts_on: z.enum(weekdays),
    every_weeks: z.int().min(1).max(52),
    first: date,
    ahead: z.int().min(0).max(60),
    /** Days with class, counted from 1, the first day. */
    class_days: z
      .array(z.int().min(1).max(366))
      .min(1)
      .max(100)
      .refine(ascendFromOne, { error: 'must begin with 1 and ascend' }),
    start_time: time,
    end_time: time,
    mode: z.enum(['online', 'classroom']).default('online'),
    city: line.optional(),
    venue_state: state.optional(),
    online_class_room: line,
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
  .refine(({ seats, sold_elsewhere: sold }) => sold.every((number) => number <= (seats ?? 0)), {
    path: ['sold_elsewhere'],
    error: 'must not be more than seats',
  })
  .superRefine((rule, context) => {
    for (const field of ['city', 'venue_state'] as const)
      if ((rule[field] !== undefined) !== (rule.mode === 'classroom'))
        context.addIssue({
          code: 'custom',
          path: [field],
          message: rule.mode === 'classroom' ? 'is required for a classroom' : 'is only allowed for a classroom',
        });
  });
export type BatchRuleEntry = z.infer<typeof batchRule>;

const batchRules = z.array(batchRule).superRefine((rules, context) => {
  const keys = new Set<string>();
  for (const [index, { key }] of rules.entries()) {
    if (keys.has(key))
      context.addIssue({ code: 'custom', path: [index, 'key'], message: `${key} is used twice` });
    keys.add(key);
  }
});

const credits = z
  .number()
  .positive()
  .max(200)
  .multipleOf(0.25, { error: 'must be a multiple of 0.25, such as 16 or 13.5' });

const lines = z.array(line);
const sectionItems = z.array(z.strictObject({ name: line, description: line }));

/** Schema of a course file. The file name is the slug. */
export const courseFile = z
  .strictObject({
    id: id.optional(),
    name: line,
    category: address,
    level: z.enum(['Beginner', 'Intermediate', 'Advanced']),
    description: line,
    training_days: z.int().min(1),
    fee: rupees,
    image: media,
    /** Position in the menu. Courses without a position come last, sorted by name. */
    order: z.int().default(Number.MAX_SAFE_INTEGER),
    featured: z.boolean().default(false),
    /** If absent or 0, the site does not show it. */
    learners_enrolled: z.int().min(0).optional(),
    rating: z.number().min(0).max(5).optional(),
    workload_hours: z.int().min(1).default(10),
    /** Credits that attendees can report: PDUs to PMI, SEUs to Scrum Alliance. */
    pdus: credits.optional(),
    seus: credits.optional(),
    image_title: line.default(''),
    certificate_image: media.default(''),
    certificate_image_title: line.default(''),
    meta_title: line.default(''),
    meta_description: line.default(''),
    meta_keyword: line.default(''),
    discount_fee: rupees.optional(),
    bonus: line.optional(),
    highlights: lines.default([]),
    overview: lines.default([]),
    live_online_classroom_name: line.default(''),
    live_class: lines.default([]),
    enterprise: lines.default([]),
    curriculum: sectionItems.default([]),
    about_certification: sectionItems.default([]),
    learning_objectives: sectionItems.default([]),
    prerequisites: sectionItems.default([]),
    faq: sectionItems.default([]),
    related: z.array(address).default([]),
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
    batches: batchRules.default([]),
  })
  .refine(({ fee, discount_fee: discounted = fee }) => discounted <= fee, {
    path: ['discount_fee'],
    error: 'must not be more than fee',
  })
  .superRefine((course, context) => {
    for (const [index, { fee, discount_fee: discounted }] of course.batches.entries()) {
      const price = discounted ?? course.discount_fee ?? fee ?? course.fee;
      if ((fee ?? discounted) !== undefined && price > (fee ?? course.fee))
        context.addIssue({
          code: 'custom',
          path: ['batches', index, 'discount_fee'],
          message: 'must not be more than fee',
        });
    }
  });
type CourseFields = z.infer<typeof courseFile>;

/** A course file with its defaults filled in. */
export type CourseEntry = CourseFields & { id: number; discount_fee: number };

/** Derived ids start here, so that they differ from small ids in files. */
const minDerivedId = 2 ** 30;

/**
 * Derives an id from a slug. A slug must have the same id on every machine, because bookings refer to the id.
 * If two slugs have the same id, a mistake is reported; a field `id` in one of the files resolves it.
 */
function idOfSlug(slug: string): number {
  return minDerivedId + (createHash('sha256').update(slug).digest().readUInt32BE() >>> 2);
}

/** Fills in the defaults of a course file. */
export function completeCourse(fields: CourseFields, slug: string): CourseEntry {
  return {
    ...fields,
    id: fields.id ?? idOfSlug(slug),
    discount_fee: fields.discount_fee ?? fields.fee,
    // If neither the rule nor the course has a `discount_fee`, batches of a rule with its own `fee` are sold
    // at that fee.
    batches: fields.batches.map((rule) => ({
      ...rule,
      discount_fee: rule.discount_fee ?? (fields.discount_fee === undefined ? rule.fee : undefined),
    })),
  };
}
