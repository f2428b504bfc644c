/** Identifies the course of a lead, to recognise a second enquiry about the same course. */
import type { LeadFormName } from '@meridian/contracts/calls';
import { formOf } from '@meridian/contracts/leads/forms';
import type { LeadValues } from '../../ledger/store/tables.ts';

export interface CourseKey {
  /** Course name in lower case; empty if the lead has none. */
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

/** @returns the path if it has the two segments of a course page; empty for other pages and for posts */
function coursePath(pageUrl: string): string {
  const path = URL.parse(pageUrl)?.pathname.toLowerCase().replace(/\/+$/, '') ?? '';
  return /^\/(?!blog\/)[^/]+\/[^/]+$/.test(path) ? path : '';
}

/**
 * @param lead a row of the ledger
 * @returns the key; empty for a form without a course
 */
export function courseKeyOf(lead: { form: LeadFormName; values: LeadValues; page_url: string }): CourseKey {
  const { formName, courseName = '' } = formOf(lead.form).crm;
  if (formName === undefined) return none;
  const { Course_Name1: forwarded, [courseName]: own } = lead.values;
  return { name: normalised(forwarded ?? own), path: coursePath(lead.page_url) };
}

/** Compares the names if both leads have a name, else the paths. */
export function isSameCourse(a: CourseKey, b: CourseKey): boolean {
  if (a.name !== '' && b.name !== '') return a.name === b.name;
  if (a.path !== '' && b.path !== '') return a.path === b.path;
  // If only one lead names a course, they count as different: a duplicate lead is better than a lost one.
  return a.name + a.path === '' && b.name + b.path === '';
}
