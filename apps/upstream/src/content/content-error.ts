import type { z } from 'zod';

/** One mistake in the content: the file below the content folder, the field, and what is wrong with it. */
export interface ContentProblem {
  file: string;
  /** Path of the field, such as `batches.0.days`; empty where the file as a whole is at fault. */
  field: string;
  message: string;
}

function describe({ file, field, message }: ContentProblem): string {
  return field === '' ? `${file}: ${message}` : `${file}: ${field}: ${message}`;
}

/** The content cannot be used; the message names every mistake with its file and field. */
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

/** The mistakes that a schema found in a file. */
export function problemsOf(file: string, error: z.ZodError): ContentProblem[] {
  return error.issues.map(({ path, message }) => ({ file, field: path.join('.'), message }));
}

/**
 * Waits for every task, so that the mistakes of all files are reported at once.
 * @returns the results in the order of the tasks
 * @throws ContentError with the mistakes of all tasks; any other error of a task as it is
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
