import { domainToASCII } from 'node:url';
import { type CrmRecord, leadStatus } from '@meridian/contracts/leads/crm-record';
import type { CrmLead } from '../provider.ts';

/** Max lengths of Zoho's fields; Zoho refuses longer values. An email is never truncated. */
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

/** A Zoho record without our lead id field. */
export interface ZohoRecord extends Omit<CrmRecord, 'Email'> {
  /** Absent if the lead has no email, because Zoho refuses an empty string. */
  Email?: string;
  Description?: string;
  /** Standard field of Zoho: campaigns send no emails to this person. */
  Email_Opt_Out?: true;
}

function cut(text: string, maxLength: number): string {
  return text.slice(0, maxLength).toWellFormed().trim();
}

/** Truncates texts to Zoho's limits, because Zoho refuses a lead with a longer text. */
function fitted(record: ZohoRecord): ZohoRecord {
  const entries = Object.entries(record).map(([key, value]) => {
    const maxLength = (zohoLengths as Partial<Record<string, number>>)[key];
    return [key, maxLength === undefined ? value : cut(value, maxLength)];
  });
  return Object.fromEntries(entries) as ZohoRecord;
}

/**
 * Zoho accepts international domains only as punycode.
 * @returns the address with an ASCII domain; unchanged if the domain cannot be converted
 */
export function asciiEmail(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  const domain = email.slice(at);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
  if (at === 0 || /^[\u0000-\u007f]*$/.test(domain)) return email;
  const ascii = domainToASCII(domain);
  return ascii === '' ? email : email.slice(0, at) + ascii;
}

/** Builds the lead record of the specification, sections 3 and 7. */
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
    ...(lead.optedOut && { Email_Opt_Out: true as const }),
  });
}
