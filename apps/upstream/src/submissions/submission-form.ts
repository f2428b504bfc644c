import type { FormName } from '@meridian/contracts/calls';
import { submissionSchema, toSubmission, upstreamBody } from '@meridian/contracts/leads/form-schemas';
import { z } from 'zod';

export type FormValues = Record<string, string | number>;

const anyFields = z.record(z.string(), z.unknown());

/**
 * Checks a form by the rules of the specification. What the specification does not name is left aside, and an id that
 * cannot be used is recorded as 0; the file of a multipart form is checked elsewhere.
 * @returns the specified fields, or what is wrong in words that a visitor understands
 */
export function readForm(form: FormName, body: unknown): { values: FormValues } | { fault: string } {
  const sent = anyFields.safeParse(body ?? {});
  if (!sent.success) return { fault: 'The request body must be an object.' };
  const parsed = submissionSchema(form).safeParse(sent.data);
  // Only what the visitor typed can be at fault, and its messages speak for themselves.
  if (!parsed.success) return { fault: parsed.error.issues[0]?.message ?? 'The form is not complete.' };
  return { values: upstreamBody(form, toSubmission(form, parsed.data).values) };
}
