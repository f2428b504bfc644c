/**
 * Table of all upstream calls (specification, section 7). The upstream client, BFF routes, browser
 * endpoints, reference upstream and OpenAPI document derive from it. Free of zod, which must stay out of
 * the browser's first load; schemas are in `call-schemas.ts`.
 */
export interface ReadCall {
  kind: 'read';
  /** Fresh time in the BFF's cache, in seconds. */
  freshSeconds: number;
  /** Date-dependent ("next batch"): also expires at midnight in India. */
  expiresAtMidnight?: true;
  /** Paths of HTML in the data, `*` for list items; sanitised before caching. */
  html?: readonly string[];
}

export interface SubmitCall {
  kind: 'submit';
}

export type Call = ReadCall | SubmitCall;

const sectionHtml = ['*.description'] as const;

export const calls = {
  cat_course: { kind: 'read', freshSeconds: 120 },
  header: { kind: 'read', freshSeconds: 60 },
  course_category: { kind: 'read', freshSeconds: 120 },
  home: { kind: 'read', freshSeconds: 60, expiresAtMidnight: true },
  customer_speak: { kind: 'read', freshSeconds: 300 },
  blog: { kind: 'read', freshSeconds: 60 },
  blog_category: { kind: 'read', freshSeconds: 300 },
  blog_detail: { kind: 'read', freshSeconds: 120, html: ['description'] },
  course_details: {
    kind: 'read',
    freshSeconds: 60,
    expiresAtMidnight: true,
    html: [
      'curriculum.*.description',
      'about_certification.*.description',
      'prerequisites.*.description',
      'faq.*.description',
    ],
  },
  add_more_course_curriculum: { kind: 'read', freshSeconds: 120, html: sectionHtml },
  add_more_course_about_certification: { kind: 'read', freshSeconds: 120, html: sectionHtml },
  add_more_course_learning_objectives: { kind: 'read', freshSeconds: 120 },
  add_more_course_prerequisites: { kind: 'read', freshSeconds: 120, html: sectionHtml },
  add_more_course_faq: { kind: 'read', freshSeconds: 120, html: sectionHtml },
  page: { kind: 'read', freshSeconds: 300, html: ['content'] },
  Resources: { kind: 'read', freshSeconds: 60 },
  resources_category: { kind: 'read', freshSeconds: 300 },
  course_schedule: { kind: 'read', freshSeconds: 30, expiresAtMidnight: true },

  special_offer: { kind: 'submit' },
  pmp_exam: { kind: 'submit' },
  contact_us: { kind: 'submit' },
  partner_with_us: { kind: 'submit' },
  corporate_training_form: { kind: 'submit' },
  talk_to_our_advisor: { kind: 'submit' },
  course_download_syllabus: { kind: 'submit' },
  course_download_curriculum: { kind: 'submit' },
  skill_up_your_team: { kind: 'submit' },
  instructor: { kind: 'submit' },
  resources_download_ebook: { kind: 'submit' },
  resources_download_practice_test: { kind: 'submit' },
  booking: { kind: 'submit' },
} as const satisfies Record<string, Call>;

export type CallName = keyof typeof calls;
export type ReadCallName = {
  [Name in CallName]: (typeof calls)[Name]['kind'] extends 'read' ? Name : never;
}[CallName];
export type SubmitCallName = Exclude<CallName, ReadCallName>;
/** The twelve lead forms: all submissions except the booking. */
export type FormName = Exclude<SubmitCallName, 'booking'>;

/** Every form that is kept as a lead: the twelve, and those that the upstream is not told of. */
export type LeadFormName = FormName | 'waitlist';

export const callNames = Object.keys(calls) as CallName[];

/** Upstream path of a call; the BFF serves it below `/api`. */
export function callPath(name: CallName): `/${CallName}` {
  return `/${name}`;
}

/** True for reads. */
export function isReadCall(name: CallName): name is ReadCallName {
  return calls[name].kind === 'read';
}

export const readCallNames = callNames.filter(isReadCall);

/** Page sizes of lists (specification, section 9). */
export const pageSizes = {
  blog: 12,
  schedule: 6,
  section: 4,
  learningObjectives: 10,
} as const;
