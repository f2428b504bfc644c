import type { LeadFormName } from '@meridian/contracts/calls';
import type { Attribution } from '@meridian/contracts/leads/attribution';
import { cutAddress } from '@meridian/contracts/leads/cut-address';
import { maxLengths } from '@meridian/contracts/leads/fields';
import { fileFieldOf } from '@meridian/contracts/leads/file-field';
import { type SubmitData, submitData } from '@meridian/contracts/leads/form-schemas';
import { formOf } from '@meridian/contracts/leads/forms';
import { callApi } from '../../api/call.ts';
import type { ApiFailure } from '../../api/result.ts';
import { currentAttribution } from './attribution.ts';
import { dropSubmissionId, submissionIdFor } from './submission-id.ts';

/** What became of a submission. After `unreachable` it may have arrived, or never left the browser. */
export type SubmitAnswer = { kind: 'accepted'; message: string; data: SubmitData } | ApiFailure;

export interface Submission {
  /** The visitor's answers and the page's context. */
  values: Record<string, unknown>;
  /** Value of the honeypot field. */
  honeypot: string;
  /** How long the page was open. */
  openMs: number;
  /** Where the visitor came from, as it was when the form was sent first. */
  attribution?: Attribution;
}

const conflict = 409;
/** A refusal of the upstream comes as HTTP 200. */
const refusedHttpStatus = 200;

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

/**
 * Sends a lead form. Sending the same answers again, after a failure or a reload, is the same submission; after a
 * success it is a new one.
 * @param form the form's call
 * @param onProgress told how much of a file is sent, from 0 to 1
 */
export async function sendForm(
  form: LeadFormName,
  submission: Submission,
  onProgress?: (share: number) => void,
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
  const body = fileFieldOf(form) ? toFormData(values, extras) : { ...values, ...extras };
  const result = await callApi(`/api/${form}`, body, onProgress);
  if ('error' in result) {
    const { error } = result;
    // The server stores the answer under the idempotency key, so a retry after a refusal needs a new one.
    if (error.httpStatus === conflict || error.httpStatus === refusedHttpStatus) dropSubmissionId(id);
    return error;
  }
  const data = submitData.catch({}).parse(result.data ?? {});
  // The same enquiry an hour later is a new one; but whoever still waits for a file comes back for it.
  if (!data.file_pending) dropSubmissionId(id);
  return { kind: 'accepted', message: result.message, data };
}
