import type { FormName } from '@meridian/contracts/calls';
import { submissionSchema, toSubmission, upstreamBody } from '@meridian/contracts/leads/form-schemas';
import { z } from 'zod';

export type FormValues = Record<string, string | number>;

const anyFields = z.record(z.string(), z.unknown());

/**
 * Validates a form as specified. Unknown fields are ignored, and an invalid id becomes 0. The route validates
 * files.
 * @returns the specified fields, or a message for the visitor
 */
export function readForm(form: FormName, body: unknown): { values: FormValues } | { fault: string } {
  const sent = anyFields.safeParse(body ?? {});
  if (!sent.success) return { fault: 'The request body must be an object.' };
  const parsed = submissionSchema(form).safeParse(sent.data);
  // Only fields that the visitor types can be invalid, and these have their own messages.
  if (!parsed.success) return { fault: parsed.error.issues[0]?.message ?? 'The form is not complete.' };
  return { values: upstreamBody(form, toSubmission(form, parsed.data).values) };
}
