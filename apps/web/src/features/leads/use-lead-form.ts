import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { FieldErrors } from '@meridian/contracts/envelope';
import { visitorSchema } from '@meridian/contracts/leads/form-schemas';
import { formOf } from '@meridian/contracts/leads/forms';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useForm } from 'react-hook-form';
import { toasts } from '../../ui/toast.tsx';
import { downloadFile } from './download-file.ts';
import type { LeadFormProps } from './lead-form-loader.tsx';
import { type SubmitAnswer, sendForm } from './send-form.ts';
import { thankVisitor } from './thank-you.tsx';

/**
 * Quicker than the server's least time nobody fills in a form by hand, but autofill does. Such a person is not to be
 * taken for a machine: the form waits until the page has been open this long.
 */
const leastOpenMs = 1_700;

async function waitForLeastTime(): Promise<void> {
  const restMs = leastOpenMs - performance.now();
  if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
}

/** The course of a lead form: idle, submitting, then success or failure (specification, section 4). */
export function useLeadForm({ form, context, onSuccess }: LeadFormProps) {
  const { fields, confirmation, download } = formOf(form);
  const honeypot = useRef<HTMLInputElement>(null);
  const sending = useRef(false);
  const [progress, setProgress] = useState<number>();
  const { register, control, handleSubmit, reset, setError, clearErrors, formState } = useForm<
    Record<string, unknown>
  >({
    resolver: standardSchemaResolver(visitorSchema(form)) as never,
    reValidateMode: 'onSubmit',
    shouldFocusError: true,
  });

  function showErrors(errors: FieldErrors): void {
    const faulty = fields.filter((field) => errors[field.name]?.[0]);
    for (const [index, { name }] of faulty.entries())
      setError(name, { message: errors[name]?.[0] }, { shouldFocus: index === 0 });
  }

  function succeed({ message, data }: SubmitAnswer & { kind: 'accepted' }): void {
    reset();
    if (honeypot.current) honeypot.current.value = '';
    // Closed at once, so that the focus is back on the page before the next modal takes it.
    flushSync(() => onSuccess?.());
    if (confirmation === 'toast') toasts.success(message);
    else thankVisitor({ note: download && !data.file_url ? message : undefined });
    if (data.file_url) downloadFile(data.file_url);
  }

  async function submit(values: Record<string, unknown>): Promise<void> {
    if (sending.current) return;
    sending.current = true;
    try {
      await waitForLeastTime();
      const submission = {
        values: { ...values, ...context },
        honeypot: honeypot.current?.value ?? '',
        openMs: performance.now(),
      };
      const answer = await sendForm(form, submission, setProgress);
      if (answer.kind === 'accepted') return succeed(answer);
      if (answer.kind === 'invalid') showErrors(answer.errors);
      toasts.error(answer.message);
    } finally {
      sending.current = false;
      setProgress(undefined);
    }
  }

  return {
    honeypot,
    /** How much of a file is sent, from 0 to 1; undefined while nothing is. */
    progress,
    register,
    control,
    clearErrors,
    submit: handleSubmit(submit),
    busy: formState.isSubmitting,
    errorOf: (name: string) => formState.errors[name]?.message as string | undefined,
  };
}
