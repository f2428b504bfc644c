/** The lead record of the CRM (specification, sections 3 and 7) and the body of `POST /api/zoho/<form>`. */
import { z } from 'zod';
import { emailSchema, maxLengths, optionalText, requiredText } from './fields.ts';

export const leadStatus = 'New';
export const leadSources = ['Direct', 'Blog', 'Google Ads'] as const;
export type LeadSource = (typeof leadSources)[number];

const longText = (name: string) => optionalText(name, maxLengths.url).optional();

/** A record as a client sends it. Company, status and source are ours whatever it says. */
export const sentCrmRecord = z.strictObject({
  Company: longText('Company'),
  First_Name: optionalText('First_Name', maxLengths.name).default(''),
  Last_Name: requiredText('Last_Name', 2 * maxLengths.name),
  Email: emailSchema,
  Phone: optionalText('Phone', maxLengths.phone).default(''),
  Lead_Status: longText('Lead_Status'),
  Lead_Source: longText('Lead_Source'),
  Page_URL: longText('Page_URL'),
  Page_name: longText('Page_name'),
  Form_Name: longText('Form_Name'),
  Social_Lead_ID: longText('Social_Lead_ID'),
  Course_Name1: longText('Course_Name1'),
  Description: optionalText('Description', maxLengths.message).optional(),
});
export type SentCrmRecord = z.infer<typeof sentCrmRecord>;

/** `POST /api/zoho/<form>`: one lead record in a list, and a trigger list that is ours to set. */
export const crmForward = z.strictObject({
  data: z.array(sentCrmRecord).length(1, { error: 'Exactly one record' }),
  trigger: z.array(z.string().max(40)).max(10).optional(),
});

/** A record as the CRM gets it, without the field of our lead id. */
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
