/** CRM lead record (specification, sections 3 and 7) and body of `POST /api/zoho/<form>`. */
import { z } from 'zod';
import { contextAddress, contextText } from './context.ts';
import { emailSchema, firstName, maxLengths, phoneNumber, requiredText } from './fields.ts';
import { spamSigns } from './form-schemas.ts';

export const leadStatus = 'New';
export const leadSources = ['Direct', 'Blog', 'Google Ads'] as const;
export type LeadSource = (typeof leadSources)[number];

const text = (maxLength: number) => contextText(maxLength).optional();
const maxLabelLength = 300;

/**
 * A record built by a client. Company, status, source and form name are overwritten. Names, email address and
 * phone number follow the rules of the forms; other fields are truncated or dropped.
 */
export const sentCrmRecord = z.object({
  Company: text(maxLengths.company),
  First_Name: firstName.schema,
  Last_Name: requiredText('Last_Name', 2 * maxLengths.name),
  Email: emailSchema,
  Phone: phoneNumber.schema,
  Lead_Status: text(maxLabelLength),
  Lead_Source: text(maxLabelLength),
  Page_URL: contextAddress(maxLengths.url).optional(),
  Page_name: text(maxLabelLength),
  Form_Name: text(maxLabelLength),
  Social_Lead_ID: text(maxLabelLength),
  Course_Name1: text(maxLabelLength),
  Description: text(maxLengths.message),
});

/**
 * `POST /api/zoho/<form>`: a list with one record, triggers (which are overwritten), and the fields of the
 * spam check.
 */
export const crmForward = z.object({
  data: z.array(sentCrmRecord).length(1, { error: 'Exactly one record' }),
  trigger: z.array(z.string()).optional().catch(undefined),
  ...spamSigns,
});

/** Known fields of the body; others are ignored. */
export const crmForwardFields: readonly string[] = [
  ...Object.keys(crmForward.shape),
  ...Object.keys(sentCrmRecord.shape).map((name) => `data.${name}`),
];

/** A CRM record without our lead id field. */
export interface CrmRecord {
  Company: string;
  First_Name: string;
  Last_Name: string;
  Email: string;
  Phone: string;
  Lead_Status: typeof leadStatus;
  Lead_Source: LeadSource;
  Page_URL: string;
  Page_name?: string;
  Form_Name?: string;
  Social_Lead_ID?: string;
  Course_Name1?: string;
}
