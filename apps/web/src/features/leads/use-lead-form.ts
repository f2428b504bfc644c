import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { LeadFormName } from '@meridian/contracts/calls';
import type { FieldErrors } from '@meridian/contracts/envelope';
import { visitorSchema } from '@meridian/contracts/leads/form-schemas';
import { formOf } from '@meridian/contracts/leads/forms';
import type { MarketingChannel } from '@meridian/contracts/leads/notice';
import { toasts } from '@meridian/ui/toast';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { useForm } from 'react-hook-form';
import { consentOf } from '../marketing/public.ts';
import { currentAttribution } from './attribution.ts';
import { confirmLead } from './confirm-lead.ts';
import { clearDraft, draftAnswers } from './draft-answers.ts';
import type { LeadFormProps } from './lead-form-props.ts';
import { outbox } from './outbox.ts';
import { type Submission, type SubmitAnswer, sendForm } from './send-form.ts';

/**
 * Minimum time since the page was opened. The form waits for it before sending, because autofill can be
 * faster than the minimum time of the server's spam check.
 */
const minOpenMs = 1_700;

async function waitForMinTime(): Promise<void> {
  const restMs = minOpenMs - performance.now();
  if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
}

/** A message inside the form, if the toast library could not be loaded. */
export interface FormNotice {
  kind: 'success' | 'error';
  message: string;
}

const placeOf = (form: LeadFormName) => ({ form, page: location.pathname });

/** State machine of a lead form: idle, submitting, then success or failure (specification, section 4). */
export function useLeadForm({ form, context, initial, onSuccess }: LeadFormProps) {
  const { fields } = formOf(form);
  const honeypot = useRef<HTMLInputElement>(null);
  const sending = useRef(false);
  const [progress, setProgress] = useState<number>();
  const [channels, setChannels] = useState<readonly MarketingChannel[]>([]);
  const [notice, setNotice] = useState<FormNotice>();
  /** A submission without a response, until it is sent again or queued in the outbox. */
  const [unsent, setUnsent] = useState<Submission>();
  const { register, control, handleSubmit, reset, setError, clearErrors, getValues, setValue, formState } =
    useForm<Record<string, unknown>>({
      resolver: standardSchemaResolver(visitorSchema(form)) as never,
      reValidateMode: 'onSubmit',
      shouldFocusError: true,
    });

  // Restores the draft, except for fields that already have a value.
  useEffect(() => {
    const draft = { ...initial, ...draftAnswers(form) };
    for (const { name, type } of fields)
      if (draft[name] && type !== 'file' && !getValues(name))
        setValue(name, type === 'checkbox' ? true : draft[name]);
    // `initial` is not a dependency, because its values must not replace what the visitor has changed.
  }, [form, fields, getValues, setValue]);

  function showErrors(errors: FieldErrors): void {
    const faulty = fields.filter((field) => errors[field.name]?.[0]);
    for (const [index, { name }] of faulty.entries())
      setError(name, { message: errors[name]?.[0] }, { shouldFocus: index === 0 });
  }

  async function succeed(answer: SubmitAnswer & { kind: 'accepted' }): Promise<void> {
    reset();
    setChannels([]);
    // If the file comes later, the draft stays, because the visitor gets the file by sending the same answers
    // again.
    if (!answer.data.file_pending) clearDraft(form);
    if (honeypot.current) honeypot.current.value = '';
    // Closes the form's modal synchronously, so that the focus is restored before the next modal takes it.
    flushSync(() => onSuccess?.());
    if (await confirmLead(form, answer)) return;
    if (onSuccess) toasts.success(answer.message);
    else setNotice({ kind: 'success', message: answer.message });
  }

  async function show(answer: SubmitAnswer, submission?: Submission): Promise<void> {
    if (answer.kind === 'accepted') return succeed(answer);
    if (answer.errors) showErrors(answer.errors);
    if (answer.kind === 'unreachable') setUnsent(submission);
    const { message } = answer;
    if (!(await toasts.tell('error', message))) setNotice({ kind: 'error', message });
  }

  async function submit(values: Record<string, unknown>): Promise<void> {
    if (sending.current) return;
    sending.current = true;
    const waited = outbox.holds(placeOf(form));
    dropLater();
    setNotice(undefined);
    try {
      await waitForMinTime();
      const submission = {
        values: { ...values, ...context },
        honeypot: honeypot.current?.value ?? '',
        openMs: performance.now(),
        attribution: currentAttribution(),
        marketing: consentOf(channels),
      };
      const answer = await sendForm(form, submission, setProgress);
      if (waited && answer.kind === 'unreachable') outbox.add({ ...placeOf(form), submission });
      await show(answer, submission);
    } finally {
      sending.current = false;
      setProgress(undefined);
    }
  }

  function dropLater(): void {
    outbox.withdraw(placeOf(form));
    setUnsent(undefined);
  }

  const waits = useSyncExternalStore(
    outbox.subscribe,
    () => outbox.holds(placeOf(form)),
    () => false,
  );
  const showLatest = useRef(show);
  showLatest.current = show;
  useEffect(() => outbox.attach(placeOf(form), (answer) => void showLatest.current(answer)), [form]);

  return {
    honeypot,
    /** Share of a file that is uploaded, from 0 to 1; undefined if nothing is being uploaded. */
    progress,
    register,
    control,
    clearErrors,
    /** Ticked boxes for marketing. */
    channels,
    setChannels,
    submit: handleSubmit(submit),
    busy: formState.isSubmitting,
    errorOf: (name: string) => formState.errors[name]?.message as string | undefined,
    notice,
    later: {
      /** True if the form is queued or can be queued. */
      shown: waits || unsent !== undefined,
      waits,
      wait() {
        if (unsent) outbox.add({ ...placeOf(form), submission: unsent });
        setNotice(undefined);
      },
      withdraw: () => outbox.withdraw(placeOf(form)),
      /**
       * Removes the queued submission. Call it when the answers change, because queued answers are then
       * outdated.
       */
      drop: dropLater,
    },
  };
}
