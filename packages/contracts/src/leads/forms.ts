/**
 * Table of the twelve lead forms: fields, page context and CRM mapping (specification, sections 3, 5 and 7).
 * A form that needs more than an entry in this table has its own component. The component reads the form's
 * entry.
 */
import type { FormName, LeadFormName } from '../calls.ts';
import { contextAddress, contextId, contextText } from './context.ts';
import {
  agreement,
  comment,
  companyName,
  email,
  type Field,
  firstName,
  fullName,
  lastName,
  maxLengths,
  messages,
  mobileNumber,
  optionalCompanyName,
  optionalText,
  phoneNumber,
  query,
  resume,
} from './fields.ts';
import type { Form } from './form.ts';
import { waitlistForm } from './waitlist-form.ts';

const allTriggers = ['approval', 'workflow', 'blueprint'] as const;
const names = [firstName, lastName, email, phoneNumber] as const;

const label = contextText(300);
const address = contextAddress(maxLengths.url);

const courseContext = { course_id: contextId, course_name: label, page_url: address };

/** Optional here, because the form validates both names together: one message may concern both. */
const blogFirstName = {
  ...firstName,
  schema: optionalText('First Name', maxLengths.name),
} as const satisfies Field;
const blogLastName = {
  ...lastName,
  schema: optionalText('Last Name', maxLengths.name),
} as const satisfies Field;

export const forms = {
  special_offer: {
    title: 'Special offer',
    action: 'Submit',
    fields: [fullName, email, mobileNumber],
    context: {},
    confirmation: 'toast',
    asksMarketing: true,
    crm: { form: 'special_offer', source: 'Direct', trigger: allTriggers },
  },
  talk_to_our_advisor: {
    title: 'Talk to our advisor',
    action: 'Submit',
    fields: [fullName, email, phoneNumber],
    context: courseContext,
    confirmation: 'thank-you',
    crm: {
      form: 'talk_to_our_advisor',
      source: 'Direct',
      onCoursePage: true,
      trigger: ['workflow'],
      formName: 'Talk to our advisor',
      courseName: 'course_name',
    },
  },
  pmp_exam: {
    title: 'Have any Queries? Get in Touch',
    action: 'Submit',
    fields: [blogFirstName, blogLastName, email, phoneNumber, comment],
    context: { blog_id: contextId, blog_name: label, blog_url: address },
    confirmation: 'toast',
    crm: { form: 'blog_pmp_exam', source: 'Blog', trigger: allTriggers },
  },
  contact_us: {
    title: 'Contact us',
    action: 'Submit',
    fields: [...names, messages],
    context: {},
    confirmation: 'thank-you',
    crm: { form: 'contact_us', source: 'Direct', trigger: allTriggers },
  },
  course_download_syllabus: {
    title: 'Download Syllabus',
    action: 'Download Syllabus',
    fields: names,
    context: courseContext,
    confirmation: 'thank-you',
    download: true,
    asksMarketing: true,
    crm: {
      form: 'course_download_syllabus',
      source: 'Direct',
      onCoursePage: true,
      trigger: allTriggers,
      formName: 'Download Syllabus',
      courseName: 'course_name',
    },
  },
  course_download_curriculum: {
    title: 'Download Curriculum',
    action: 'Download Curriculum',
    fields: names,
    context: courseContext,
    confirmation: 'thank-you',
    download: true,
    asksMarketing: true,
    crm: {
      form: 'course_download_curriculum',
      source: 'Direct',
      onCoursePage: true,
      trigger: allTriggers,
      formName: 'Download Curriculum',
      courseName: 'course_name',
    },
  },
  skill_up_your_team: {
    title: 'Skill up your team',
    action: 'Submit',
    fields: [...names, query],
    context: { course_id: contextId },
    crmContext: { course_name: label, page_url: address },
    confirmation: 'thank-you',
    crm: {
      form: 'skill_up_your_team',
      source: 'Direct',
      onCoursePage: true,
      trigger: allTriggers,
      formName: 'Skill up your team',
      courseName: 'course_name',
    },
  },
  corporate_training_form: {
    title: 'Corporate training',
    action: 'Submit',
    fields: [...names, companyName, messages],
    context: {},
    confirmation: 'toast',
    crm: { form: 'corporate_training_form', source: 'Direct', trigger: allTriggers },
  },
  partner_with_us: {
    title: 'Partner With Us',
    action: 'Submit',
    fields: [...names, optionalCompanyName, messages],
    context: {},
    confirmation: 'toast',
    crm: { form: 'partner_with_us', source: 'Direct', trigger: allTriggers },
  },
  instructor: {
    title: 'Become an instructor',
    action: 'Apply Now',
    fields: [fullName, email, phoneNumber, resume, agreement],
    context: {},
    confirmation: 'toast',
    crm: { form: 'instructor', source: 'Direct', trigger: allTriggers },
  },
  resources_download_ebook: {
    title: 'Download E-Book',
    action: 'Download E-Book',
    fields: names,
    context: { resources_id: contextId, ebook_name: label, page_url: address },
    confirmation: 'toast',
    download: true,
    asksMarketing: true,
    crm: {
      form: 'resources_download_ebook',
      source: 'Direct',
      trigger: allTriggers,
      formName: 'Download E-Book',
      courseName: 'ebook_name',
    },
  },
  resources_download_practice_test: {
    title: 'Download Practice Test',
    action: 'Download Practice Test',
    fields: names,
    context: { resources_id: contextId, practice_test_course_name: label, page_url: address },
    confirmation: 'toast',
    download: true,
    asksMarketing: true,
    crm: {
      form: 'resources_download_practice_test',
      source: 'Direct',
      trigger: allTriggers,
      formName: 'Download Practice Test',
      courseName: 'practice_test_course_name',
    },
  },
} as const satisfies Record<FormName, Form>;

export const formNames = Object.keys(forms) as FormName[];

const leadForms: Record<LeadFormName, Form> = { ...forms, waitlist: waitlistForm };

export const leadFormNames = Object.keys(leadForms) as LeadFormName[];

/** @returns the entry of a form, with the type that all forms share */
export function formOf(name: LeadFormName): Form {
  return leadForms[name];
}
