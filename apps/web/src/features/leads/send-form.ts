import type { FormName } from '@meridian/contracts/calls';
import { envelope, type FieldErrors, fieldErrors, success } from '@meridian/contracts/envelope';
import type { Attribution } from '@meridian/contracts/leads/attribution';
import { cutAddress } from '@meridian/contracts/leads/cut-address';
import { maxLengths } from '@meridian/contracts/leads/fields';
import { type SubmitData, submitData } from '@meridian/contracts/leads/form-schemas';
import { formOf } from '@meridian/contracts/leads/forms';
import { callJson, type JsonAnswer } from '../../api/json-call.ts';
import { currentAttribution } from './attribution.ts';
import { forgetSubmission, submissionIdFor } from './submission-id.ts';
import { uploadForm } from './upload-form.ts';

/** What became of a submission. */
export type SubmitAnswer =
  | { kind: 'accepted'; message: string; data: SubmitData }
  | { kind: 'failed'; message: string }
  /** Nobody answered: it may have arrived, or never left the browser. */
  | { kind: 'unanswered'; message: string }
  | { kind: 'invalid'; message: string; errors: FieldErrors };

export interface Submission {
  /** The visitor's answers and the page's context. */
  values: Record<string, unknown>;
  /** What the hidden field held. */
  honeypot: string;
  /** How long the page was open. */
  openMs: number;
  /** Where the visitor came from, as it was when the form was sent first. */
  attribution?: Attribution;
}

/** Shown when there is no answer, or none that can be read (specification, section 8). */
export const unexpectedError = 'An unexpected error occurred.';

const conflict = 409;
/** A refusal of the upstream is an answer like any other. */
const refusedHttpStatus = 200;

/** An answer came, but not from our server: a proxy's page, for instance. */
function isUnreadable(error: unknown): boolean {
  const { name, cause } = error as Error;
  return (
    name === '$ZodError' || name === 'ZodError' || [error, cause].some((it) => it instanceof SyntaxError)
  );
}

function toFormData(values: Record<string, unknown>, extras: Record<string, unknown>): FormData {
  const body = new FormData();
  const entries = Object.entries({ ...extras, ...values }).filter(([, value]) => value !== undefined);
  // The file comes last, so that the server has read all else before it.
  entries.sort(([, a], [, b]) => Number(a instanceof File) - Number(b instanceof File));
  for (const [name, value] of entries) {
    if (value instanceof File) body.append(name, value);
    else body.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  return body;
}

async function post(
  form: FormName,
  values: Record<string, unknown>,
  extras: Record<string, unknown>,
  onProgress: (share: number) => void,
): Promise<JsonAnswer> {
  const path = `/api/${form}`;
  if (formOf(form).fields.some((field) => field.type === 'file'))
    return uploadForm(path, toFormData(values, extras), onProgress);
  return callJson(path, { ...values, ...extras });
}

/**
 * Sends a lead form. Sending the same answers again, after a failure or a reload, is the same submission; after a
 * success it is a new one.
 * @param form the form's call
 * @param onProgress told how much of a file is sent, from 0 to 1
 */
export async function sendForm(
  form: FormName,
  submission: Submission,
  onProgress: (share: number) => void = () => undefined,
): Promise<SubmitAnswer> {
  const kept = formOf(form).fields.flatMap((field) => (field.browserOnly ? [field.name] : []));
  const values = Object.fromEntries(
    Object.entries(submission.values)
      .filter(([name]) => !kept.includes(name))
      .map(([name, value]) => [
        name,
        name === 'page_url' ? cutAddress(String(value), maxLengths.url) : value,
      ]),
  );
  const id = submissionIdFor(form, values);
  const extras = {
    submission_id: id,
    attribution: submission.attribution ?? currentAttribution(),
    website: submission.honeypot,
    filled_in_ms: Math.round(submission.openMs),
  };
  try {
    const { httpStatus, answer } = await post(form, values, extras, onProgress);
    const { status, message, data } = envelope.parse(answer);
    if (status === success) {
      const taken = submitData.catch({}).parse(data ?? {});
      // The same enquiry an hour later is a new one; but whoever still waits for a file comes back for it.
      if (!taken.file_pending) forgetSubmission(id);
      return { kind: 'accepted', message, data: taken };
    }
    // The server keeps the answer of a submission. What it refused is a new one when it is sent again, for the
    // refusal may have passed by then.
    if (httpStatus === conflict || httpStatus === refusedHttpStatus) forgetSubmission(id);
    const { data: errors } = fieldErrors.safeParse((answer as { errors?: unknown }).errors);
    if (errors) return { kind: 'invalid', message: message || unexpectedError, errors };
    return { kind: 'failed', message: message || unexpectedError };
  } catch (error) {
    return { kind: isUnreadable(error) ? 'failed' : 'unanswered', message: unexpectedError };
  }
}
