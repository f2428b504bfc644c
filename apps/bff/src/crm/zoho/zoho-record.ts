import { domainToASCII } from 'node:url';
import { type CrmRecord, leadStatus } from '@meridian/contracts/leads/crm-record';
import type { CrmLead } from '../provider.ts';

/**
 * The longest texts that Zoho takes in these fields; what is longer would be refused whole. An e-mail is not cut:
 * half an address is worse than none.
 */
export const zohoLengths = {
  Company: 200,
  First_Name: 40,
  Last_Name: 80,
  Phone: 30,
  Page_URL: 450,
  Page_name: 255,
  Form_Name: 255,
  Social_Lead_ID: 255,
  Course_Name1: 255,
  Description: 32_000,
} as const satisfies Partial<Record<keyof ZohoRecord, number>>;

/** A record as Zoho gets it, without the field of our lead id. */
export interface ZohoRecord extends Omit<CrmRecord, 'Email'> {
  /** Missing where Zoho has refused it: the empty text is no address either. */
  Email?: string;
  Description?: string;
}

function cut(text: string, maxLength: number): string {
  return text.slice(0, maxLength).toWellFormed().trim();
}

/** Cuts every text to what Zoho takes, so that a good lead does not die of a long one. */
function fitted(record: ZohoRecord): ZohoRecord {
  const entries = Object.entries(record).map(([key, value]) => {
    const maxLength = (zohoLengths as Partial<Record<string, number>>)[key];
    return [key, maxLength === undefined ? value : cut(value, maxLength)];
  });
  return Object.fromEntries(entries) as ZohoRecord;
}

/**
 * Zoho takes domains of other scripts as punycode alone.
 *
 * @returns the address as it is where its domain is ASCII, or none
 */
export function asciiEmail(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  const domain = email.slice(at);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
  if (at === 0 || /^[\u0000-\u007f]*$/.test(domain)) return email;
  const ascii = domainToASCII(domain);
  return ascii === '' ? email : email.slice(0, at) + ascii;
}

/** The lead record of the specification's sections 3 and 7. */
export function zohoRecord(lead: CrmLead): ZohoRecord {
  const { details, note } = lead;
  return fitted({
    Company: lead.company,
    First_Name: lead.firstName,
    Last_Name: lead.lastName,
    ...(lead.email !== '' && { Email: asciiEmail(lead.email) }),
    Phone: lead.phone,
    Lead_Status: leadStatus,
    Lead_Source: lead.source,
    Page_URL: lead.pageUrl,
    ...(details && {
      Form_Name: details.formName,
      Page_name: details.pageName,
      Social_Lead_ID: details.socialLeadId,
      Course_Name1: details.courseName,
    }),
    ...(note !== undefined && { Description: note }),
  });
}
