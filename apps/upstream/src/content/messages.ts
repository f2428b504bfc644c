/** Messages about errors of schemas and of YAML, for people who edit the files. */
import type { YAMLError } from 'yaml';
import type { z } from 'zod';

function typeMessage({ expected, input, path }: { expected: string; input?: unknown; path?: PropertyKey[] }) {
  if (input === undefined || input === null) return 'is missing';
  if (expected === 'int' && typeof input === 'number') return 'must be a whole number';
  if (expected === 'number' || expected === 'int')
    return String(path?.at(-1)).endsWith('fee')
      ? 'must be a number such as 12000, without ₹ or commas'
      : 'must be a number such as 16, without other characters';
  if (expected === 'string') return 'must be text: put it in quotes';
  if (expected === 'boolean') return 'must be true or false';
  if (expected === 'array') return 'must be a list, each item on a line that begins with -';
  if (expected === 'object') return 'must have fields, each on a line such as name: value';
  return undefined;
}

/** Error map of the parsers. A message in a schema takes precedence. */
export const schemaMessage: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return typeMessage(issue);
    case 'invalid_value':
      return issue.input === undefined || issue.input === null
        ? 'is missing'
        : `must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return issue.origin === 'array'
        ? `must have at least ${issue.minimum} item${issue.minimum === 1 ? '' : 's'}`
        : issue.inclusive === false
          ? `must be more than ${issue.minimum}`
          : `must be at least ${issue.minimum}`;
    case 'too_big':
      return issue.origin === 'array'
        ? `must have at most ${issue.maximum} items`
        : issue.origin === 'string'
          ? `must have at most ${issue.maximum} characters`
          : `must be at most ${issue.maximum}`;
    case 'not_multiple_of':
      return 'must have at most two decimals';
    case 'invalid_format':
      return issue.format === 'url' ? 'must be an address that begins with https://' : undefined;
    default:
      return undefined;
  }
};

const yamlMessages: Partial<Record<string, string>> = {
  TAB_AS_INDENT: 'has a tab at the beginning of the line: indent with spaces',
  DUPLICATE_KEY: 'has this field twice',
  BAD_INDENT: 'is indented differently from the lines around it',
  MISSING_CHAR: 'lacks a character such as a closing quote or bracket',
};

export function yamlMessage({ code, message }: YAMLError): string {
  return yamlMessages[code] ?? `is not valid YAML: ${message.replace(/[\s.]+$/, '')}`;
}
