/** Settings of the CRM. */
import { z } from 'zod';
import { httpUrl, required } from './fields.ts';

export const zohoVariables = {
  ZOHO_ACCOUNTS_URL: httpUrl
    .default('https://accounts.zoho.in')
    .describe('accounts server of the data centre'),
  ZOHO_CLIENT_ID: required.describe('OAuth client of Zoho CRM'),
  ZOHO_CLIENT_SECRET: required.describe('secret of that client'),
  ZOHO_REFRESH_TOKEN: required.describe('refresh token of that client'),
  ZOHO_LEAD_ID_FIELD: z
    .string()
    .regex(/^[A-Za-z]\w*$/, { error: 'must be the API name of a Zoho field' })
    .optional()
    .describe(
      'API name of a unique text field in the module Leads. With this field a lead is delivered exactly once, without it at least once',
    ),
};

type Values = z.output<z.ZodObject<typeof zohoVariables>>;

export function zohoOf(values: Values) {
  return {
    accountsUrl: values.ZOHO_ACCOUNTS_URL,
    clientId: values.ZOHO_CLIENT_ID,
    clientSecret: values.ZOHO_CLIENT_SECRET,
    refreshToken: values.ZOHO_REFRESH_TOKEN,
    /** API name of the unique field; undefined: the CRM may get duplicates. */
    leadIdField: values.ZOHO_LEAD_ID_FIELD,
  };
}
