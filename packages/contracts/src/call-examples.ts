/**
 * A valid example request for each call, for the OpenAPI document and the upstream check. All people and
 * addresses are fictitious (example.com).
 */
import type { CallName } from './calls.ts';

type Example = Readonly<Record<string, string | number>>;

const names = {
  first_name: 'Asha',
  last_name: 'Nair',
  email: 'asha.nair@example.com',
  phone_number: '+91 98450 00000',
};
const fullName = { full_name: 'Asha Nair', email: 'asha.nair@example.com' };
const course = {
  course_id: 101,
  course_name: 'Leading SAFe',
  page_url: 'https://academy.example/safe/leading-safe?utm_source=newsletter',
};
const courseSlug = 'certified-scrum-master-certification';
const section = { course_id: 101, offset: 4 };

export const callExamples: Record<CallName, Example> = {
  cat_course: {},
  header: {},
  course_category: {},
  home: {},
  customer_speak: {},
  blog: { offset: 0, search_val: 'scrum', category_id: 0 },
  blog_category: {},
  blog_detail: { seo_slug: 'a-product-owner-says-no' },
  course_details: { seo_slug: courseSlug },
  add_more_course_curriculum: section,
  add_more_course_about_certification: section,
  add_more_course_learning_objectives: { course_id: 101, offset: 10 },
  add_more_course_prerequisites: section,
  add_more_course_faq: section,
  page: { page_name: 'privacy_policy' },
  Resources: { resources_category_id: 0, search_val: '' },
  resources_category: {},
  course_schedule: { id: 101, day_type: 'weekend', offset: 0 },
  special_offer: { ...fullName, mobile_number: '+91 98450 00000' },
  pmp_exam: {
    ...names,
    comment: 'Which exam comes first?',
    blog_id: 3,
    blog_name: 'A product owner says no',
    blog_url: 'https://academy.example/blog/a-product-owner-says-no',
  },
  contact_us: { ...names, message: 'Please call me.' },
  partner_with_us: { ...names, message: 'We would like to work with you.', company_name: 'Example Ltd' },
  corporate_training_form: { ...names, message: 'Two days in Pune.', company_name: 'Example Ltd' },
  talk_to_our_advisor: { ...fullName, phone_number: '+91 98450 00000', ...course },
  course_download_syllabus: { ...names, ...course },
  course_download_curriculum: { ...names, ...course },
  skill_up_your_team: { ...names, course_id: 101, query: 'A team of twelve.' },
  instructor: { ...fullName, phone_number: '+91 98450 00000' },
  resources_download_ebook: {
    ...names,
    resources_id: 1,
    ebook_name: 'Scrum in short',
    page_url: 'https://academy.example/resources',
  },
  resources_download_practice_test: {
    ...names,
    resources_id: 1,
    practice_test_course_name: 'PSM I practice test',
    page_url: 'https://academy.example/resources',
  },
  booking: {
    course_id: 101,
    course_schedule_id: 10_101,
    fee: 18_999,
    number_of_course: 2,
    gst_total: 6_839.64,
    sub_total: 37_998,
    total_fee: 44_837.64,
    transaction_id: 'pay_29QQoUBi66xm2f',
    ...names,
  },
};
