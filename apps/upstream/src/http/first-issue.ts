import type { z } from 'zod';

/** Returns the first validation error as a sentence with the name of its field. */
export function firstIssue(error: z.ZodError): string {
  const [issue] = error.issues;
  if (!issue) return 'The request is not valid.';
  return issue.path.length > 0 ? `${issue.path.join('.')}: ${issue.message}` : issue.message;
}
