import type { z } from 'zod';

/** A validation error: file below the content folder, field, message. */
export interface ContentProblem {
  file: string;
  /** Path of the field, such as `batches.0.days`; empty for the whole file. */
  field: string;
  message: string;
}

function describe({ file, field, message }: ContentProblem): string {
  return field === '' ? `${file}: ${message}` : `${file}: ${field}: ${message}`;
}

/** Invalid content; the message lists all errors with file and field. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
  readonly code = 'BAD_CONTENT';
  readonly retry = false;
  readonly problems: readonly ContentProblem[];

  constructor(problems: readonly ContentProblem[], options?: ErrorOptions) {
    super(`The content cannot be used:\n${problems.map(describe).join('\n')}`, options);
    this.problems = problems;
  }
}

/** Converts a schema's issues. */
export function problemsOf(file: string, error: z.ZodError): ContentProblem[] {
  return error.issues.map(({ path, message }) => ({ file, field: path.join('.'), message }));
}

/**
 * Awaits all tasks, to report the errors of all files at once.
 * @returns results in order
 * @throws ContentError with all errors; any other error unchanged
 */
export async function gather<Tasks extends readonly unknown[] | []>(
  tasks: Tasks,
): Promise<{ -readonly [Index in keyof Tasks]: Awaited<Tasks[Index]> }> {
  const problems: ContentProblem[] = [];
  for (const outcome of await Promise.allSettled(tasks)) {
    if (outcome.status === 'fulfilled') continue;
    if (!(outcome.reason instanceof ContentError)) throw outcome.reason;
    problems.push(...outcome.reason.problems);
  }
  if (problems.length > 0) throw new ContentError(problems);
  return Promise.all(tasks);
}
