import type { LeadFormName } from '@meridian/contracts/calls';
import type { Attribution } from '@meridian/contracts/leads/attribution';
import { cutAddress } from '@meridian/contracts/leads/cut-address';
import { maxLengths } from '@meridian/contracts/leads/fields';
import { fileFieldOf } from '@meridian/contracts/leads/file-field';
import { type SubmitData, submitData } from '@meridian/contracts/leads/form-schemas';
import { formOf } from '@meridian/contracts/leads/forms';
import { callApi } from '../../api/call.ts';
import type { ApiFailure } from '../../api/result.ts';
import type { MarketingConsent } from '../marketing/public.ts';
import { currentAttribution } from './attribution.ts';
import { dropSubmissionId, submissionIdFor } from './submission-id.ts';

/** Result of a submission. After `unreachable`, the server may or may not have received it. */
export type SubmitAnswer = { kind: 'accepted'; message: string; data: SubmitData } | ApiFailure;

export interface Submission {
  /** The visitor's answers, with the context of the page. */
  values: Record<string, unknown>;
  /** Value of the honeypot field. */
  honeypot: string;
  /** Milliseconds since the page was opened. */
  openMs: number;
  /** The attribution at the first attempt. */
  attribution?: Attribution;
  /** The ticked boxes for marketing. */
  marketing?: MarketingConsent;
}

const conflict = 409;
/** The API sends refusals of the upstream with HTTP 200. */
const refusedHttpStatus = 200;

function toFormData(values: Record<string, unknown>, extras: Record<string, unknown>): FormData {
  const body = new FormData();
  const entries = Object.entries({ ...extras, ...values }).filter(([, value]) => value !== undefined);
  // The file comes last, so that the server has read all other fields before it.
  entries.sort(([, a], [, b]) => Number(a instanceof File) - Number(b instanceof File));
  for (const [name, value] of entries) {
    if (value instanceof File) body.append(name, value);
    else body.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  return body;
}

/**
 * Sends a lead form. Equal answers have the same submission id, also after a reload. They get a new id after
 * a conflict, a refusal by the upstream, or a success for which no file is pending.
 * @param form the form's call
 * @param onProgress called with the share of the file that is uploaded, from 0 to 1
 */
export async function sendForm(
  form: LeadFormName,
  submission: Submission,
  onProgress?: (share: number) => void,
): Promise<SubmitAnswer> {
  const browserOnly = formOf(form).fields.flatMap((field) => (field.browserOnly ? [field.name] : []));
  const values = Object.fromEntries(
    Object.entries(submission.values)
      .filter(([name]) => !browserOnly.includes(name))
      .map(([name, value]) => [
        name,
        name === 'page_url' ? cutAddress(String(value), maxLengths.url) : value,
      ]),
  );
  const { marketing } = submission;
  const id = submissionIdFor(form, marketing ? { ...values, marketing } : values);
  const extras = {
    submission_id: id,
    attribution: submission.attribution ?? currentAttribution(),
    website: submission.honeypot,
    filled_in_ms: Math.round(submission.openMs),
    ...(marketing && { marketing }),
  };
  const body = fileFieldOf(form) ? toFormData(values, extras) : { ...values, ...extras };
  const result = await callApi(`/api/${form}`, body, onProgress);
  if ('error' in result) {
    const { error } = result;
    // The server stores its response under the idempotency key, so a retry after a refusal needs a new key.
    if (error.httpStatus === conflict || error.httpStatus === refusedHttpStatus) dropSubmissionId(id);
    return error;
  }
  // The code that counts visits listens to this event.
  document.dispatchEvent(new Event('lead-sent'));
  const data = submitData.catch({}).parse(result.data ?? {});
  // The same answers sent later are a new submission, unless the visitor is still waiting for a file.
  if (!data.file_pending) dropSubmissionId(id);
  return { kind: 'accepted', message: result.message, data };
}
