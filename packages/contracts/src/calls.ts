/**
 * Table of all upstream calls (specification, section 7). The upstream client, BFF routes, browser endpoints,
 * reference upstream and OpenAPI document are derived from it. Every page loads this module, so it contains
 * only the kind of each call. The cache rules of reads are in `read-rules.ts`, their schemas in
 * `call-schemas.ts`.
 */
export const calls = {
  cat_course: 'read',
  header: 'read',
  course_category: 'read',
  home: 'read',
  customer_speak: 'read',
  blog: 'read',
  blog_category: 'read',
  blog_detail: 'read',
  course_details: 'read',
  add_more_course_curriculum: 'read',
  add_more_course_about_certification: 'read',
  add_more_course_learning_objectives: 'read',
  add_more_course_prerequisites: 'read',
  add_more_course_faq: 'read',
  page: 'read',
  Resources: 'read',
  resources_category: 'read',
  course_schedule: 'read',

  special_offer: 'submit',
  pmp_exam: 'submit',
  contact_us: 'submit',
  partner_with_us: 'submit',
  corporate_training_form: 'submit',
  talk_to_our_advisor: 'submit',
  course_download_syllabus: 'submit',
  course_download_curriculum: 'submit',
  skill_up_your_team: 'submit',
  instructor: 'submit',
  resources_download_ebook: 'submit',
  resources_download_practice_test: 'submit',
  booking: 'submit',
} as const satisfies Record<string, 'read' | 'submit'>;

export type CallName = keyof typeof calls;
export type ReadCallName = {
  [Name in CallName]: (typeof calls)[Name] extends 'read' ? Name : never;
}[CallName];
export type SubmitCallName = Exclude<CallName, ReadCallName>;
/** The twelve lead forms: all submissions except the booking. */
export type FormName = Exclude<SubmitCallName, 'booking'>;

/**
 * Every form that is stored as a lead: the twelve lead forms, and the form of the waiting list, which is not
 * sent to the upstream.
 */
export type LeadFormName = FormName | 'waitlist';

export const callNames = Object.keys(calls) as CallName[];

/** Path of a call at the upstream. The BFF serves the call at the same path below `/api`. */
export function callPath(name: CallName): `/${CallName}` {
  return `/${name}`;
}

/** True for reads. */
export function isReadCall(name: CallName): name is ReadCallName {
  return calls[name] === 'read';
}

export const readCallNames = callNames.filter(isReadCall);

/** Page sizes of lists (specification, section 9). */
export const pageSizes = {
  blog: 12,
  schedule: 6,
  section: 4,
  learningObjectives: 10,
} as const;
