import { z } from 'zod';
import { errorBody } from './errors.ts';

export type LeadFields = Record<string, unknown>;

interface FieldRule {
  apiName: string;
  maximumLength: number;
  dataType: 'text' | 'email';
}

const fieldRules: FieldRule[] = [
  { apiName: 'First_Name', maximumLength: 40, dataType: 'text' },
  { apiName: 'Last_Name', maximumLength: 80, dataType: 'text' },
  { apiName: 'Email', maximumLength: 100, dataType: 'email' },
  { apiName: 'Phone', maximumLength: 30, dataType: 'text' },
  { apiName: 'Company', maximumLength: 200, dataType: 'text' },
];

/** Like Zoho, accepts only ASCII. Top-level domains in other scripts must be punycode. */
const emailAddress = z.string().refine((value) => {
  const ordinary = value.replace(/\.xn--[a-z0-9-]*[a-z0-9]$/i, '.com');
  return z.email().safeParse(ordinary).success;
});

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/**
 * @param index position in the call, from 0
 * @returns Zoho's error for a record; undefined if its fields are valid
 */
export function refuseFields(fields: LeadFields, index: number) {
  const path = (apiName: string) => ({ api_name: apiName, json_path: `$.data[${index}].${apiName}` });
  if (isEmpty(fields.Last_Name)) {
    return errorBody('MANDATORY_NOT_FOUND', 'required field not found', path('Last_Name'));
  }
  for (const { apiName, maximumLength, dataType } of fieldRules) {
    const value = fields[apiName];
    if (isEmpty(value)) continue;
    if (typeof value !== 'string' || (dataType === 'email' && !emailAddress.safeParse(value).success)) {
      return errorBody('INVALID_DATA', 'invalid data', { expected_data_type: dataType, ...path(apiName) });
    }
    if (value.length > maximumLength) {
      return errorBody('INVALID_DATA', 'invalid data', { maximum_length: maximumLength, ...path(apiName) });
    }
  }
  return undefined;
}
