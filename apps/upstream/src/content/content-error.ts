/** A mistake in a content file. */
export interface Finding {
  /** Path below the content folder. */
  file: string;
  /** Counted from 1; null for a file or folder that is missing. */
  line: number | null;
  /** Path of the field, such as `batches.0.fee`; empty for the whole file. */
  field: string;
  message: string;
}

/** @returns one line, with file, line and field */
export function describeFinding({ file, line, field, message }: Finding): string {
  return `${file}${line === null ? '' : `:${line}`}: ${field === '' ? '' : `${field}: `}${message}`;
}

/** Invalid content; the message lists all errors with file, line and field. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
  readonly code = 'BAD_CONTENT';
  readonly retry = false;
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[], options?: ErrorOptions) {
    super(`The content cannot be used:\n${findings.map(describeFinding).join('\n')}`, options);
    this.findings = findings;
  }
}
