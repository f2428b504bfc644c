import type { FormName } from '@meridian/contracts/calls';
import type { Attribution } from '@meridian/contracts/leads/attribution';
import { type CrmRecord, type LeadSource, leadStatus } from '@meridian/contracts/leads/crm-record';
import { formOf } from '@meridian/contracts/leads/forms';
import { splitFullName } from '@meridian/contracts/leads/names';

/** What a record is made of. */
export interface RecordSource {
  form: FormName;
  values: Record<string, string | number>;
  attribution: Attribution | null;
  /** The page that held the form. */
  pageUrl: string;
  /** The provider's own name in the CRM. */
  company: string;
}

/**
 * The longest texts that Zoho takes in these fields; what is longer would be refused whole. An e-mail is not cut:
 * half an address is worse than a dead letter that the operator sees.
 */
export const crmLengths = {
  Company: 200,
  First_Name: 40,
  Last_Name: 80,
  Phone: 30,
  Page_URL: 450,
  Page_name: 255,
  Form_Name: 255,
  Social_Lead_ID: 255,
  Course_Name1: 255,
} as const satisfies Partial<Record<keyof CrmRecord, number>>;

function cut(text: string, maxLength: number): string {
  return text.slice(0, maxLength).toWellFormed().trim();
}

function text(values: RecordSource['values'], key: string): string {
  const value = values[key];
  return value === undefined ? '' : String(value);
}

function queryOf(pageUrl: string): URLSearchParams {
  return URL.parse(pageUrl)?.searchParams ?? new URLSearchParams();
}

/** The rule of the specification's section 3: `Google Ads` looks at the query of the page that holds the form. */
export function leadSourceOf(form: FormName, pageUrl: string): LeadSource {
  const { source, onCoursePage } = formOf(form).crm;
  return onCoursePage && queryOf(pageUrl).has('utm_source') ? 'Google Ads' : source;
}

function socialLeadId(pageUrl: string, attribution: Attribution | null): string {
  return (
    queryOf(pageUrl).get('utm_id') ||
    attribution?.last_touch?.utm_id ||
    attribution?.first_touch?.utm_id ||
    ''
  );
}

function namesOf(values: RecordSource['values']): { firstName: string; lastName: string } {
  if (values.full_name !== undefined) return splitFullName(text(values, 'full_name'));
  const firstName = text(values, 'first_name');
  const lastName = text(values, 'last_name');
  // The CRM accepts no record without a last name.
  return lastName === '' ? { firstName: '', lastName: firstName } : { firstName, lastName };
}

/** Cuts every text to what the CRM takes, so that a good lead does not die of a long one. */
function fitted(record: CrmRecord): CrmRecord {
  const entries = Object.entries(record).map(([key, value]) => {
    const maxLength = (crmLengths as Partial<Record<string, number>>)[key];
    return [key, maxLength === undefined ? value : cut(value, maxLength)];
  });
  return Object.fromEntries(entries) as CrmRecord;
}

/**
 * The CRM's record of a form (specification, sections 3 and 7).
 *
 * @returns the record without the field of our lead id; texts are cut to the CRM's limits
 */
export function leadRecord({ form, values, attribution, pageUrl, company }: RecordSource): CrmRecord {
  const { formName, courseName } = formOf(form).crm;
  const { firstName, lastName } = namesOf(values);
  const course = courseName === undefined ? '' : text(values, courseName);
  return fitted({
    Company: company,
    First_Name: firstName,
    Last_Name: lastName,
    Email: text(values, 'email'),
    Phone: text(values, 'phone_number') || text(values, 'mobile_number'),
    Lead_Status: leadStatus,
    Lead_Source: leadSourceOf(form, pageUrl),
    Page_URL: pageUrl,
    ...(formName !== undefined && {
      Form_Name: formName,
      Page_name: course,
      Social_Lead_ID: socialLeadId(pageUrl, attribution),
      Course_Name1: course,
    }),
  });
}

/**
 * The record of a client that sends records itself. Its person and page are taken; company, status, source and
 * the form's name are ours.
 *
 * @param values the parsed `sentCrmRecord`
 */
export function forwardedRecord({ form, values, pageUrl, company }: RecordSource): CrmRecord {
  const { formName } = formOf(form).crm;
  return fitted({
    Company: company,
    First_Name: text(values, 'First_Name'),
    Last_Name: text(values, 'Last_Name'),
    Email: text(values, 'Email'),
    Phone: text(values, 'Phone'),
    Lead_Status: leadStatus,
    Lead_Source: leadSourceOf(form, pageUrl),
    Page_URL: pageUrl,
    ...(formName !== undefined && {
      Form_Name: formName,
      Page_name: text(values, 'Page_name'),
      Social_Lead_ID: text(values, 'Social_Lead_ID') || queryOf(pageUrl).get('utm_id') || '',
      Course_Name1: text(values, 'Course_Name1'),
    }),
  });
}
