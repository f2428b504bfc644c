import type { LeadFormName } from '@meridian/contracts/calls';

const names: Record<LeadFormName, string> = {
  special_offer: 'Special offer',
  talk_to_our_advisor: 'Talk to our advisor',
  pmp_exam: 'PMP exam queries',
  contact_us: 'Contact us',
  course_download_syllabus: 'Download syllabus',
  course_download_curriculum: 'Download curriculum',
  skill_up_your_team: 'Skill up your team',
  corporate_training_form: 'Corporate training',
  partner_with_us: 'Partner with us',
  instructor: 'Become an instructor',
  resources_download_ebook: 'Download e-book',
  resources_download_practice_test: 'Download practice test',
  waitlist: 'Waiting list',
};

/** Names of the forms, for operators. */
export const formNames: ReadonlyMap<string, string> = new Map(Object.entries(names));
