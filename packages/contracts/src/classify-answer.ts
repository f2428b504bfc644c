/** Compares an answer of an upstream with the contract, and reports the differences as text. */
import type { z } from 'zod';
import { readSchemas } from './call-schemas.ts';
import type { ReadCallName } from './calls.ts';
import { envelope, success } from './envelope.ts';

/** `ok`: as specified. `tolerated`: readable by lenient parsing. `deviates`: unusable. */
export interface Classification {
  verdict: 'ok' | 'tolerated' | 'deviates';
  /** One line per difference. Positions in lists become `*`, so that equal differences are reported once. */
  findings: string[];
}

/**
 * Fields outside the specification, and fields with an alternative name. It is not reported if such a field
 * is missing.
 */
const extras: Partial<Record<ReadCallName, RegExp>> = {
  home: /^course\.\*\.(?!name|category|seo_slug)|^trusted_by\.\*\.name$/,
  course_details:
    /^course_student\.\*\.(?!name|category|seo_slug)|^(?:description|level|training_days|workload_hours|pdus|seus|published_date|bonus|rating)$|^certificate_image/,
};

const pathOf = (path: readonly PropertyKey[]) =>
  path.map((part) => (typeof part === 'number' ? '*' : String(part))).join('.');

/** Type of a value in words, so that equal findings can be grouped. */
function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'string') return value === '' ? 'empty text' : 'text';
  return typeof value === 'number' ? 'a number' : 'true or false';
}

function deviations(error: z.ZodError, prefix: string): string[] {
  const lines = error.issues.map((issue) => {
    const path = pathOf([prefix, ...issue.path]);
    return `${path}: ${issue.message}`;
  });
  return [...new Set(lines)];
}

/** Collects the differences between the sent value and the normalised one. */
function differencesOf(sent: unknown, read: unknown, path: readonly PropertyKey[], found: Set<string>): void {
  const kept = JSON.stringify(sent) === JSON.stringify(read);
  if (kept) return;
  const where = pathOf(['data', ...path]);
  if (Array.isArray(read) && Array.isArray(sent)) {
    if (sent.length !== read.length) found.add(`${where}: empty items were left out`);
    else
      for (const [index, item] of read.entries()) differencesOf(sent[index], item, [...path, index], found);
  } else if (
    read instanceof Object &&
    sent instanceof Object &&
    !Array.isArray(read) &&
    !Array.isArray(sent)
  ) {
    for (const [name, value] of Object.entries(read))
      differencesOf((sent as Record<string, unknown>)[name], value, [...path, name], found);
  } else if (sent === undefined) found.add(`${where}: missing, read as ${kindOf(read)}`);
  else found.add(`${where}: ${kindOf(sent)} read as ${kindOf(read)}`);
}

function classification(verdict: Classification['verdict'], findings: Iterable<string>): Classification {
  return { verdict, findings: [...findings] };
}

/** Checks the envelope. */
function classifyEnvelope(answer: unknown): Classification & { status?: number } {
  const parsed = envelope.safeParse(answer);
  if (!parsed.success) return classification('deviates', deviations(parsed.error, 'answer'));
  const sent = answer as { status: unknown; message?: unknown };
  const found = new Set<string>();
  if (typeof sent.status !== 'number') found.add(`answer.status: ${kindOf(sent.status)} read as a number`);
  if (typeof sent.message !== 'string')
    found.add(`answer.message: ${kindOf(sent.message)} read as empty text`);
  return { ...classification(found.size > 0 ? 'tolerated' : 'ok', found), status: parsed.data.status };
}

function refusalOf(answer: unknown): Classification {
  const { status, message } = envelope.parse(answer);
  return classification('deviates', [`refused with status ${status}: ${message.slice(0, 200)}`]);
}

/**
 * Checks the answer to a read that must succeed.
 * @param answer raw parsed JSON
 */
export function classifyRead(name: ReadCallName, answer: unknown): Classification {
  const frame = classifyEnvelope(answer);
  if (frame.verdict === 'deviates') return classification('deviates', frame.findings);
  if (frame.status !== success) return refusalOf(answer);
  const { data } = answer as { data?: unknown };
  const parsed = readSchemas[name].data.safeParse(data);
  if (!parsed.success) return classification('deviates', deviations(parsed.error, 'data'));
  const found = new Set<string>();
  differencesOf(data, parsed.data, [], found);
  const isExtra = (line: string) =>
    line.includes(': missing') && extras[name]?.test(line.slice('data.'.length, line.indexOf(':'))) === true;
  const findings = [...frame.findings, ...[...found].filter((line) => !isExtra(line))];
  return classification(findings.length > 0 ? 'tolerated' : 'ok', findings);
}

/** Checks the answer to a read of an unknown id. It must have a valid envelope and a status other than 1. */
export function classifyRefusal(answer: unknown): Classification {
  const frame = classifyEnvelope(answer);
  if (frame.verdict === 'deviates') return classification('deviates', frame.findings);
  if (frame.status === success)
    return classification('deviates', ['answers with status 1 for a missing item: its page would be empty']);
  return classification(frame.verdict, frame.findings);
}

/** Checks the answer to a submission that must be accepted. */
export function classifySubmit(answer: unknown): Classification {
  const frame = classifyEnvelope(answer);
  if (frame.verdict === 'deviates') return classification('deviates', frame.findings);
  if (frame.status !== success) return refusalOf(answer);
  const { data } = answer as { data?: unknown };
  const fileUrl = data instanceof Object && 'file_url' in data ? data.file_url : undefined;
  if (fileUrl !== undefined && typeof fileUrl !== 'string')
    return classification('deviates', [`data.file_url: expected text, got ${kindOf(fileUrl)}`]);
  return classification(frame.verdict, frame.findings);
}
