import type { LeadFormName } from '@meridian/contracts/calls';
import { formOf } from '@meridian/contracts/leads/forms';
import { toasts } from '@meridian/ui/toast';
import { downloadFile } from './download-file.ts';
import type { SubmitAnswer } from './send-form.ts';
import { thankVisitor } from './thank-you.tsx';

/**
 * Shows the form's confirmation, and starts the form's download if it has one.
 * @returns false if the toast could not be shown; the caller then has to show the message
 */
export function confirmLead(
  form: LeadFormName,
  { message, data }: SubmitAnswer & { kind: 'accepted' },
): Promise<boolean> {
  const { confirmation, download } = formOf(form);
  let shown = Promise.resolve(true);
  if (confirmation === 'toast') shown = toasts.tell('success', message);
  else thankVisitor({ note: download && !data.file_url ? message : undefined });
  if (data.file_url) downloadFile(data.file_url);
  return shown;
}
