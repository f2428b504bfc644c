/** Checks that Zoho's module Leads has the fields that our records need. */
import { leadSources, leadStatus } from '@meridian/contracts/leads/crm-record';
import { z } from 'zod';
import { callError, refusalAnswer } from './zoho-answers.ts';
import { callZoho } from './zoho-http.ts';
import type { ZohoToken } from './zoho-token.ts';

const timeoutMs = 10_000;

/** Custom fields with the type with which to create them. */
const customFields = {
  Page_URL: 'URL',
  Page_name: 'single line',
  Form_Name: 'single line',
  Social_Lead_ID: 'single line',
  Course_Name1: 'single line',
} as const;

/** List of the fields for people who create them, for example `Page_URL (URL)`. */
export const writtenFields = (leadIdField: string | undefined): string =>
  [
    ...Object.entries(customFields).map(([name, type]) => `${name} (${type})`),
    ...(leadIdField === undefined ? [] : [`${leadIdField} (single line, unique)`]),
  ].join(', ');

/** Values that standard picklists must have: Zoho refuses a record with any other value. */
const picked: Record<string, readonly string[]> = { Lead_Status: [leadStatus], Lead_Source: leadSources };

const texts = ['text', 'textarea', 'website'];

const fieldsAnswer = z.object({
  fields: z.array(
    z.object({
      api_name: z.string(),
      data_type: z.string(),
      unique: z.record(z.string(), z.unknown()).catch({}),
      pick_list_values: z.array(z.object({ actual_value: z.string() })).catch([]),
    }),
  ),
});

/**
 * Compares the fields of the module Leads with those of our records.
 * @returns one phrase for each field that is missing, of another type, not unique or without a value of our
 * records, for example `Page_URL (URL) is missing`
 * @throws RemoteError
 */
export async function findFieldFaults(
  { accessToken, apiDomain }: ZohoToken,
  leadIdField: string | undefined,
): Promise<string[]> {
  const reply = await callZoho(new URL('/crm/v8/settings/fields?module=Leads', apiDomain).href, {
    method: 'GET',
    headers: { authorization: `Zoho-oauthtoken ${accessToken}` },
    timeoutMs,
  });
  const answer = fieldsAnswer.safeParse(reply.json);
  if (!answer.success)
    throw callError(refusalAnswer.safeParse(reply.json).data?.code, reply.httpStatus, reply.retryAfter);
  const found = new Map(answer.data.fields.map((field) => [field.api_name, field]));
  const ofTexts = Object.entries({
    ...customFields,
    ...(leadIdField !== undefined && { [leadIdField]: 'single line, unique' }),
  }).map(([name, type]) => {
    const field = found.get(name);
    if (!field) return `${name} (${type}) is missing`;
    if (!texts.includes(field.data_type)) return `${name} is not a text field, but ${field.data_type}`;
    return name === leadIdField && Object.keys(field.unique).length === 0
      ? `${name} is not unique`
      : undefined;
  });
  const ofPicked = Object.entries(picked).map(([name, values]) => {
    const field = found.get(name);
    if (field?.data_type !== 'picklist') return undefined;
    const known = field.pick_list_values.map((one) => one.actual_value);
    const missing = values.filter((value) => !known.includes(value));
    return missing.length > 0 ? `${name} lacks the value ${missing.join(', ')}` : undefined;
  });
  return [...ofTexts, ...ofPicked].filter((phrase) => phrase !== undefined);
}
