/** A valid submission of each form. */
import type { FormName } from '@meridian/contracts/calls';
import type { FileFormName } from '@meridian/contracts/leads/file-field';

const fullName = { full_name: 'Asha Rao  Nair', email: 'Asha.Nair@example.com' };
const names = {
  first_name: 'Asha',
  last_name: 'Nair',
  email: 'Asha.Nair@example.com',
  phone_number: '+91 98450 00000',
};
const course = {
  course_id: 1,
  course_name: 'SAFe Agilist',
  page_url: 'https://academy.example/safe/safe-agilist',
};

export type JsonFormName = Exclude<FormName, FileFormName>;

export const samples: Record<JsonFormName, Record<string, string | number>> = {
  special_offer: { ...fullName, mobile_number: '98450 00000' },
  talk_to_our_advisor: { ...fullName, phone_number: '98450 00000', ...course },
  pmp_exam: {
    ...names,
    comment: 'Which exam comes first?',
    blog_id: 3,
    blog_name: 'A product owner says no',
    blog_url: 'https://academy.example/blog/a-product-owner-says-no',
  },
  contact_us: { ...names, message: 'Please call me.' },
  course_download_syllabus: { ...names, ...course },
  course_download_curriculum: { ...names, ...course },
  skill_up_your_team: { ...names, ...course, query: 'A team of twelve.' },
  corporate_training_form: { ...names, company_name: 'Example Ltd', message: 'Two days in Pune.' },
  partner_with_us: { ...names, company_name: '', message: 'We would like to be partners.' },
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
};

export const jsonForms = Object.keys(samples) as JsonFormName[];

export const instructorFields = { ...fullName, phone_number: '98450 00000' };

export const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
