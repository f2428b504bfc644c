/** A mistake in a content file. */
export interface Finding {
  /** Path below the content folder. */
  file: string;
  /** Line number from 1; null if the file or folder is missing. */
  line: number | null;
  /** Path of the field, for example `batches.0.fee`; empty if the mistake concerns the whole file. */
  field: string;
  message: string;
}

/** @returns one line, with file, line and field */
export function describeFinding({ file, line, field, message }: Finding): string {
  return `${file}${line === null ? '' : `:${line}`}: ${field === '' ? '' : `${field}: `}${message}`;
}

/** Invalid content. The message lists all mistakes with file, line and field. */
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
