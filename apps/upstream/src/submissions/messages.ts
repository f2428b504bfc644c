import type { FormName } from '@meridian/contracts/calls';

/** Success messages of the forms. */
export const thanks: Record<FormName, string> = {
  special_offer: 'Thank you! We will send you the offer shortly.',
  pmp_exam: 'Thank you for your question. We will get back to you soon.',
  contact_us: 'Thank you for your message. We will get back to you soon.',
  partner_with_us: 'Thank you for your interest in a partnership. We will be in touch soon.',
  corporate_training_form: 'Thank you! Our corporate training team will be in touch soon.',
  talk_to_our_advisor: 'Thank you! One of our advisors will call you soon.',
  course_download_syllabus: 'Thank you! Here is your syllabus.',
  course_download_curriculum: 'Thank you! Here is your curriculum.',
  skill_up_your_team: 'Thank you! We will propose a training plan for your team soon.',
  instructor: 'Thank you for your application. We will read it and get back to you.',
  resources_download_ebook: 'Thank you! Here is your e-book.',
  resources_download_practice_test: 'Thank you! Here is your practice test.',
};

/** Success message of a download form whose file does not exist. */
export const thanksWithoutFile = 'Thank you! We will send the file to your email address.';
