import type { FormName } from '@meridian/contracts/calls';
import { submissionSchema, toSubmission, upstreamBody } from '@meridian/contracts/leads/form-schemas';
import { formOf } from '@meridian/contracts/leads/forms';
import { z } from 'zod';
import { firstIssue } from '../http/first-issue.ts';

export type FormValues = Record<string, string | number>;

const anyFields = z.record(z.string(), z.unknown());

/** A fault of a visitor's field speaks for itself; one of the page's context needs the name of what is wrong. */
function faultOf(error: z.ZodError, fieldNames: readonly string[]): string {
  const [issue] = error.issues;
  return issue && fieldNames.includes(String(issue.path[0])) ? issue.message : firstIssue(error);
}

/**
 * Checks a form by the rules of the specification. What the specification does not name is left aside; the file of a
 * multipart form is checked elsewhere.
 * @returns the specified fields, or what is wrong in words that a visitor understands
 */
export function readForm(form: FormName, body: unknown): { values: FormValues } | { fault: string } {
  const sent = anyFields.safeParse(body ?? {});
  if (!sent.success) return { fault: 'The request body must be an object.' };
  const { fields, context } = formOf(form);
  const fieldNames = fields
    .filter(({ type, browserOnly }) => type !== 'file' && !browserOnly)
    .map(({ name }) => name);
  const known = [...fieldNames, ...Object.keys(context)].filter((name) => Object.hasOwn(sent.data, name));
  const specified = Object.fromEntries(known.map((name) => [name, sent.data[name]]));
  const parsed = submissionSchema(form).safeParse(specified);
  if (!parsed.success) return { fault: faultOf(parsed.error, fieldNames) };
  return { values: upstreamBody(form, toSubmission(form, parsed.data).values) };
}
