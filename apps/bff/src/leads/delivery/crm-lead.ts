import type { LeadFormName } from '@meridian/contracts/calls';
import type { Attribution } from '@meridian/contracts/leads/attribution';
import type { LeadSource } from '@meridian/contracts/leads/crm-record';
import { formOf } from '@meridian/contracts/leads/forms';
import { splitFullName } from '@meridian/contracts/leads/names';
import type { CrmLead } from '../../partners/crm/provider.ts';
import { isFormula, withoutFormula } from '../../platform/csv/csv.ts';
import type { LeadValues } from '../ledger/store/tables.ts';

/** Input of a CRM lead. */
export interface CrmLeadSource {
  id: string;
  form: LeadFormName;
  values: LeadValues;
  attribution: Attribution | null;
  /** URL of the page with the form. */
  pageUrl: string;
  /** Name of the training provider in the CRM. */
  company: string;
}

function text(values: LeadValues, key: string): string {
  const value = values[key];
  return value === undefined ? '' : String(value);
}

function queryOf(pageUrl: string): URLSearchParams {
  return URL.parse(pageUrl)?.searchParams ?? new URLSearchParams();
}

/**
 * Returns the lead source (specification, section 3): `Google Ads` for a form of a course page whose URL has
 * `utm_source`, else the source of the form.
 */
export function leadSourceOf(form: LeadFormName, pageUrl: string): LeadSource {
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

function namesOf(values: LeadValues): { firstName: string; lastName: string } {
  if (values.full_name !== undefined) return splitFullName(text(values, 'full_name'));
  const firstName = text(values, 'first_name');
  const lastName = text(values, 'last_name');
  // The CRM requires a last name.
  return lastName === '' ? { firstName: '', lastName: firstName } : { firstName, lastName };
}

/** Builds the CRM lead of a form (specification, sections 3 and 7). */
export function leadOfForm({ id, form, values, attribution, pageUrl, company }: CrmLeadSource): CrmLead {
  const { formName, courseName } = formOf(form).crm;
  const course = courseName === undefined ? '' : text(values, courseName);
  return {
    id,
    company,
    ...namesOf(values),
    email: text(values, 'email'),
    phone: text(values, 'phone_number') || text(values, 'mobile_number'),
    source: leadSourceOf(form, pageUrl),
    pageUrl,
    ...(formName !== undefined && {
      details: {
        formName,
        pageName: course,
        socialLeadId: socialLeadId(pageUrl, attribution),
        courseName: course,
      },
    }),
  };
}

/**
 * Builds the CRM lead of a record that a client sends. The contact and the page come from the client; the
 * server sets company, status, source and form name.
 * @param source.values the parsed `sentCrmRecord`
 */
export function leadOfRecord({ id, form, values, pageUrl, company }: CrmLeadSource): CrmLead {
  const { formName } = formOf(form).crm;
  return {
    id,
    company,
    firstName: text(values, 'First_Name'),
    lastName: text(values, 'Last_Name'),
    email: text(values, 'Email'),
    phone: text(values, 'Phone'),
    source: leadSourceOf(form, pageUrl),
    pageUrl,
    ...(formName !== undefined && {
      details: {
        formName,
        pageName: text(values, 'Page_name'),
        socialLeadId: text(values, 'Social_Lead_ID') || queryOf(pageUrl).get('utm_id') || '',
        courseName: text(values, 'Course_Name1'),
      },
    }),
  };
}

/** Moves a refused email address into the note, so that it is not lost. */
export function withoutEmail(lead: CrmLead): CrmLead {
  return { ...lead, email: '', note: `Email as entered: ${lead.email}` };
}

const phoneNumber = /^\s*\+?[\d\s().-]*$/;

/** Escapes spreadsheet formulas, since operators export leads from the CRM. */
export function withoutFormulas(lead: CrmLead): CrmLead {
  const { details } = lead;
  const safe: CrmLead = {
    ...lead,
    firstName: withoutFormula(lead.firstName),
    lastName: withoutFormula(lead.lastName),
    phone: phoneNumber.test(lead.phone) ? lead.phone : withoutFormula(lead.phone),
    ...(details && {
      details: {
        formName: details.formName,
        pageName: withoutFormula(details.pageName),
        socialLeadId: withoutFormula(details.socialLeadId),
        courseName: withoutFormula(details.courseName),
      },
    }),
  };
  // An apostrophe would change the address.
  return isFormula(lead.email) ? withoutEmail(safe) : safe;
}
