/** `site.yaml` of an instance: name, contacts, links, claims and texts of the training provider. */
import { z } from 'zod';
import { contrastFaults, fontNames } from './theme.ts';

const line = (maxLength: number) =>
  z
    .string({ error: ({ input }) => (input === undefined ? 'is required' : 'must be text') })
    .trim()
    .min(1, { error: 'is empty' })
    .max(maxLength, { error: `must have at most ${maxLength} characters` });
const email = z.email({
  error: ({ input }) => (input === undefined ? 'is required' : 'must be an email address'),
});
const phone = z
  .string({ error: ({ input }) => (input === undefined ? 'is required' : 'must be text in quotes') })
  .regex(/^\+[1-9](?:[ -]?\d){7,14}$/, {
    error: 'must be a phone number with its country code, such as +91 44 4000 1234',
  });
const httpsUrl = z.url({ protocol: /^https$/, error: 'must be an https address' });
/** A path on this site, or an https URL. */
const href = z.string({ error: 'is required' }).refine((text) => /^(?:\/(?!\/)|https:\/\/)\S*$/.test(text), {
  error: 'must be a path of this site, such as /about-us, or an https address',
});
/** Source with which a claim can be verified. It stays in the file and is not sent to browsers. */
const source = line(300);
const figures = z.array(z.strictObject({ value: line(20), label: line(60), source })).max(4);
const sentences = z.array(z.strictObject({ text: line(120), source })).max(4);
const texts = z.array(line(200)).max(6);

export const socialNetworks = ['facebook', 'instagram', 'linkedin', 'x', 'youtube'] as const;

const claims = z.strictObject({
  /**
   * Rating of all courses with the number of reviews: on the home page, Customer Speak and About Us, and next
   * to the rating of a course.
   */
  rating: z.strictObject({ value: z.number().min(0).max(5), reviews: line(40), source }).optional(),
  /** Claims next to the schedule. */
  schedule: z
    .strictObject({ rating: z.number().min(0).max(5).optional(), enrolled: line(40).optional(), source })
    .optional(),
  /** Figures on the home page. */
  home: figures.default([]),
  /** Figures on About Us. */
  about: figures.default([]),
  /** Figures on the corporate page. */
  corporate: figures.default([]),
  /** Promises on the corporate page. */
  promises: sentences.default([]),
  /** One sentence about passed exams, above the steps on About Us. */
  passing: z.strictObject({ text: line(120), source }).optional(),
});

/** Steps of a process, shown in one row on a wide screen. */
const steps = z.array(z.strictObject({ title: line(60), text: line(200) })).max(4);

const pageTexts = z.strictObject({
  home: z.strictObject({ heading: line(80), intro: line(240), trainers: line(160).optional() }),
  about: z.strictObject({
    heading: line(160).optional(),
    overview: line(400),
    vision: line(300).optional(),
    mission: line(300).optional(),
    reach: line(300).optional(),
    steps: steps.default([]),
  }),
  corporate: z.strictObject({
    heading: line(80),
    intro: line(240),
    description: line(200),
    points: texts.default([]),
    steps: steps.default([]),
    programmes: z
      .array(
        z.strictObject({
          icon: z.enum(['board', 'calendar', 'loop', 'repeat', 'train', 'wrench']).optional(),
          title: line(80),
          text: line(240),
        }),
      )
      .max(6)
      .default([]),
  }),
  instructor: z.strictObject({
    intro: line(240),
    requirements: texts.default([]),
    benefits: texts.default([]),
  }),
});

const colour = z
  .string({ error: ({ input }) => (input === undefined ? 'is required' : 'must be text in quotes') })
  .regex(/^#[0-9a-fA-F]{6}$/, { error: "must be a colour such as '#0f6b5c', in quotes" })
  .toLowerCase();

/** `theme/theme.yaml` of an instance. Without colours, those of the build are used. */
export const themeFile = z.strictObject({
  colours: z
    .strictObject({ ink: colour, brand: colour, accent: colour, alert: colour, paper: colour })
    .superRefine((colours, context) => {
      for (const message of contrastFaults(colours)) context.addIssue({ code: 'custom', message });
    })
    .optional(),
  font: z.enum(fontNames, { error: `must be ${fontNames.join(', ')}` }).default('figtree'),
});

export const siteFile = z.strictObject({
  /**
   * Name in page titles, the payment widget and emails. The legal name is the setting `SUPPLIER_LEGAL_NAME`.
   */
  name: line(60),
  founded: z.int({ error: 'must be a year' }).min(1800).max(2100).optional(),
  /** Subjects of the courses, as part of a sentence. */
  subjects: z.strictObject({ short: line(60), long: line(120) }),
  contact: z.strictObject({
    email,
    phone,
    mobile: phone.optional(),
    whatsapp: phone.optional(),
    hours: line(80),
  }),
  /** Grievance officer: Consumer Protection (E-Commerce) Rules 2020, rule 4, and DPDP Rules 2025, rule 9. */
  grievance: z.strictObject({ name: line(80), email, phone }),
  social: z.partialRecord(z.enum(socialNetworks), httpsUrl).default({}),
  footer: z
    .array(
      z.strictObject({
        title: line(40),
        links: z.array(z.strictObject({ label: line(60), href })).max(8),
      }),
    )
    .max(6)
    .default([]),
  claims: claims.default({ home: [], about: [], corporate: [], promises: [] }),
  texts: pageTexts,
});
