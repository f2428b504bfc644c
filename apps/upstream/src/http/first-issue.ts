import type { z } from 'zod';

/** What is wrong with a request, in one sentence with the name of the field. */
export function firstIssue(error: z.ZodError): string {
  const [issue] = error.issues;
  if (!issue) return 'The request is not valid.';
  return issue.path.length > 0 ? `${issue.path.join('.')}: ${issue.message}` : issue.message;
}
