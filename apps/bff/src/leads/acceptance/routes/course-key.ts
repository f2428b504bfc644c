/** Identifies the course of a lead, to recognise a second enquiry about the same one. */
import type { LeadFormName } from '@meridian/contracts/calls';
import { formOf } from '@meridian/contracts/leads/forms';
import type { LeadValues } from '../../ledger/store/tables.ts';

export interface CourseKey {
  /** In lower case; empty if the lead names none. */
  name: string;
  /** Path of the course page; empty for other pages. */
  path: string;
}

const none: CourseKey = { name: '', path: '' };

function normalised(name: unknown): string {
  return String(name ?? '')
    .toLowerCase()
    .replace(/\s+/g, ' ');
}

/** Course pages have two segments. So have posts, which are excluded. */
function coursePath(pageUrl: string): string {
  const path = URL.parse(pageUrl)?.pathname.toLowerCase().replace(/\/+$/, '') ?? '';
  return /^\/(?!blog\/)[^/]+\/[^/]+$/.test(path) ? path : '';
}

/** @param lead a row of the ledger; forms that are about no course have no key */
export function courseKeyOf(lead: { form: LeadFormName; values: LeadValues; page_url: string }): CourseKey {
  const { formName, courseName = '' } = formOf(lead.form).crm;
  if (formName === undefined) return none;
  const { Course_Name1: forwarded, [courseName]: own } = lead.values;
  return { name: normalised(forwarded ?? own), path: coursePath(lead.page_url) };
}

/** Compares names if both have one, else paths. */
export function isSameCourse(a: CourseKey, b: CourseKey): boolean {
  if (a.name !== '' && b.name !== '') return a.name === b.name;
  if (a.path !== '' && b.path !== '') return a.path === b.path;
  // If only one names a course, prefer a duplicate lead to a lost one.
  return a.name + a.path === '' && b.name + b.path === '';
}
