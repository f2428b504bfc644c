import type { LeadFormName } from '@meridian/contracts/calls';
import { type Envelope, success } from '@meridian/contracts/envelope';
import { submitData } from '@meridian/contracts/leads/form-schemas';
import { formOf } from '@meridian/contracts/leads/forms';
import { z } from 'zod';

/** Answer to the visitor; `status` is the form's success or failure. */
export const leadAnswer = z.object({ status: z.number(), message: z.string(), data: submitData.optional() });
export type LeadAnswer = z.output<typeof leadAnswer>;

const thanks = 'Thank you! Your details have been received.';
const thanksWithoutFile =
  'Thank you! Your details have been received. The file cannot be fetched just now. Please try again in a few minutes. Your details are kept.';

/** Returns the confirmation for a lead that is stored here, but not yet saved by the upstream. */
export function thankedAnswer(form: LeadFormName): LeadAnswer {
  return formOf(form).download
    ? { status: success, message: thanksWithoutFile, data: { file_pending: true } }
    : { status: success, message: thanks, data: {} };
}

/** Answer to a quarantined lead: the usual confirmation. For a download it has no file. */
export function quarantineAnswer(): LeadAnswer {
  return { status: success, message: thanks, data: {} };
}

/**
 * Returns the browser's URL of a file: a path below `/media` for the upstream's own host, an unchanged URL
 * for other hosts. Undefined for other paths of the upstream, and for other hosts without https.
 * @param fileUrl relative or absolute
 */
function fileAddress(fileUrl: string, upstreamUrl: string): string | undefined {
  const url = URL.parse(fileUrl, upstreamUrl);
  if (!url) return undefined;
  if (url.origin === new URL(upstreamUrl).origin)
    return url.pathname.startsWith('/media/') ? url.pathname + url.search : undefined;
  return url.protocol === 'https:' ? url.href : undefined;
}

/** Converts the upstream's answer for the visitor: the message, and a file's address for the browser. */
export function upstreamAnswer(form: LeadFormName, answer: Envelope, upstreamUrl: string): LeadAnswer {
  if (answer.status !== success) return { status: answer.status, message: answer.message };
  const data = submitData.safeParse(answer.data);
  const fileUrl = formOf(form).download && data.success ? data.data.file_url : undefined;
  const address = fileUrl === undefined ? undefined : fileAddress(fileUrl, upstreamUrl);
  return {
    status: success,
    message: answer.message || thanks,
    data: address === undefined ? {} : { file_url: address },
  };
}

/** True if a download was confirmed, but its file is not available yet. */
export function lacksFile(form: LeadFormName, answer: LeadAnswer): boolean {
  return formOf(form).download === true && answer.status === success && answer.data?.file_url === undefined;
}
