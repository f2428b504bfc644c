/**
 * Every call of the upstream API (specification, section 7). The upstream client, the BFF's routes, the
 * browser's endpoints, the reference upstream and the OpenAPI document derive from this table. It carries no
 * schema library, so that the browser's first load does not; the schemas are joined in `call-schemas.ts`.
 */
export interface ReadCall {
  kind: 'read';
  /** Path of the upstream's call; the BFF serves it below `/api`. */
  path: `/${string}`;
  /** How long an answer counts as fresh in the BFF's cache, in seconds. */
  freshSeconds: number;
  /** The answer speaks of days ("next batch"), so it also expires at midnight in India. */
  expiresAtMidnight?: true;
  /** Where the answer's data holds HTML, as paths with `*` for list items. Sanitised on the way in. */
  html?: readonly string[];
}

export interface SubmitCall {
  kind: 'submit';
  path: `/${string}`;
}

export type Call = ReadCall | SubmitCall;

const sectionHtml = ['*.description'] as const;

export const calls = {
  cat_course: { kind: 'read', path: '/cat_course', freshSeconds: 120 },
  header: { kind: 'read', path: '/header', freshSeconds: 60 },
  course_category: {
    kind: 'read',
    path: '/course_category',
    freshSeconds: 120,
  },
  home: {
    kind: 'read',
    path: '/home',
    freshSeconds: 60,
    expiresAtMidnight: true,
  },
  customer_speak: {
    kind: 'read',
    path: '/customer_speak',
    freshSeconds: 300,
  },
  blog: { kind: 'read', path: '/blog', freshSeconds: 60 },
  blog_category: { kind: 'read', path: '/blog_category', freshSeconds: 300 },
  blog_detail: {
    kind: 'read',
    path: '/blog_detail',
    freshSeconds: 120,
    html: ['description'],
  },
  course_details: {
    kind: 'read',
    path: '/course_details',
    freshSeconds: 60,
    expiresAtMidnight: true,
    html: [
      'curriculum.*.description',
      'about_certification.*.description',
      'prerequisites.*.description',
      'faq.*.description',
    ],
  },
  add_more_course_curriculum: {
    kind: 'read',
    path: '/add_more_course_curriculum',
    freshSeconds: 120,
    html: sectionHtml,
  },
  add_more_course_about_certification: {
    kind: 'read',
    path: '/add_more_course_about_certification',
    freshSeconds: 120,
    html: sectionHtml,
  },
  add_more_course_learning_objectives: {
    kind: 'read',
    path: '/add_more_course_learning_objectives',
    freshSeconds: 120,
  },
  add_more_course_prerequisites: {
    kind: 'read',
    path: '/add_more_course_prerequisites',
    freshSeconds: 120,
    html: sectionHtml,
  },
  add_more_course_faq: {
    kind: 'read',
    path: '/add_more_course_faq',
    freshSeconds: 120,
    html: sectionHtml,
  },
  page: {
    kind: 'read',
    path: '/page',
    freshSeconds: 300,
    html: ['content'],
  },
  Resources: {
    kind: 'read',
    path: '/Resources',
    freshSeconds: 60,
  },
  resources_category: {
    kind: 'read',
    path: '/resources_category',
    freshSeconds: 300,
  },
  course_schedule: {
    kind: 'read',
    path: '/course_schedule',
    freshSeconds: 30,
    expiresAtMidnight: true,
  },

  special_offer: { kind: 'submit', path: '/special_offer' },
  pmp_exam: { kind: 'submit', path: '/pmp_exam' },
  contact_us: { kind: 'submit', path: '/contact_us' },
  partner_with_us: { kind: 'submit', path: '/partner_with_us' },
  corporate_training_form: {
    kind: 'submit',
    path: '/corporate_training_form',
  },
  talk_to_our_advisor: { kind: 'submit', path: '/talk_to_our_advisor' },
  course_download_syllabus: {
    kind: 'submit',
    path: '/course_download_syllabus',
  },
  course_download_curriculum: {
    kind: 'submit',
    path: '/course_download_curriculum',
  },
  skill_up_your_team: { kind: 'submit', path: '/skill_up_your_team' },
  instructor: { kind: 'submit', path: '/instructor' },
  resources_download_ebook: {
    kind: 'submit',
    path: '/resources_download_ebook',
  },
  resources_download_practice_test: {
    kind: 'submit',
    path: '/resources_download_practice_test',
  },
  booking: { kind: 'submit', path: '/booking' },
} as const satisfies Record<string, Call>;

export type CallName = keyof typeof calls;
export type ReadCallName = {
  [Name in CallName]: (typeof calls)[Name]['kind'] extends 'read' ? Name : never;
}[CallName];
export type SubmitCallName = Exclude<CallName, ReadCallName>;
/** The twelve lead forms: every submission but the booking. */
export type FormName = Exclude<SubmitCallName, 'booking'>;

export const callNames = Object.keys(calls) as CallName[];

/** True for calls that only read. */
export function isReadCall(name: CallName): name is ReadCallName {
  return calls[name].kind === 'read';
}

export const readCallNames = callNames.filter(isReadCall);

/** How many items one page of a list holds (specification, section 9). */
export const pageSizes = {
  blog: 12,
  schedule: 6,
  section: 4,
  learningObjectives: 10,
} as const;
