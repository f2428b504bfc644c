import { fileFieldOf } from '@meridian/contracts/leads/file-field';
import { bothNamesMissing } from '@meridian/contracts/leads/form-schemas';
import { formOf } from '@meridian/contracts/leads/forms';
import { Button } from '@meridian/ui/button';
import { toasts } from '@meridian/ui/toast';
import { useEffect, useRef } from 'react';
import { MarketingBoxes } from '../marketing/public.ts';
import { FormField } from './form-field.tsx';
import { FormMessages } from './form-messages.tsx';
import { Honeypot } from './honeypot.tsx';
import type { LeadFormProps } from './lead-form-props.ts';
import { NoScriptNotice } from './no-script-notice.tsx';
import { ResumeField } from './resume-field.tsx';
import { SendLater } from './send-later.tsx';
import { takeSubmitBeforeHydration } from './submit-before-hydration.ts';
import { UploadProgress } from './upload-progress.tsx';
import { useLeadForm } from './use-lead-form.ts';

/** A lead form, generated from the table of forms. */
export function LeadForm(props: LeadFormProps) {
  const { form } = props;
  const { fields, action, asksMarketing } = formOf(form);
  const {
    honeypot,
    progress,
    register,
    control,
    clearErrors,
    submit,
    busy,
    errorOf,
    notice,
    later,
    ...boxes
  } = useLeadForm(props);
  const element = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (!element.current) return;
    if (element.current.contains(document.activeElement)) toasts.preload();
    if (takeSubmitBeforeHydration(element.current)) element.current.requestSubmit();
  }, []);

  const idOf = (name: string) => `${form}-${name}`;
  const lastNameMarked = errorOf('first_name') === bothNamesMissing;
  const faulty = fields.filter(({ name }) => errorOf(name) || (lastNameMarked && name === 'last_name'));

  return (
    // With the method "dialog", a submission before hydration does nothing. The default method would put the
    // answers into the address.
    <form
      ref={element}
      name={form}
      method="dialog"
      noValidate
      onSubmit={submit}
      onFocus={toasts.preload}
      onInput={later.drop}
      className="relative grid gap-4"
    >
      {fields.map((field) => {
        const shared = { field, id: idOf(field.name), error: errorOf(field.name) };
        return field.type === 'file' ? (
          <ResumeField
            key={field.name}
            {...shared}
            control={control}
            onChoose={() => {
              clearErrors(field.name);
              later.drop();
            }}
          />
        ) : (
          <FormField
            key={field.name}
            {...shared}
            markedBy={lastNameMarked && field.name === 'last_name' ? idOf('first_name') : undefined}
            registration={register(field.name)}
          />
        );
      })}
      {asksMarketing ? <MarketingBoxes chosen={boxes.channels} onChange={boxes.setChannels} /> : null}
      <Honeypot ref={honeypot} />
      {progress === undefined ? null : (
        <UploadProgress what={fileFieldOf(form)?.label.toLowerCase() ?? 'file'} share={progress} />
      )}
      <FormMessages faults={faulty.length} notice={notice}>
        {later.shown ? (
          <SendLater
            waits={later.waits}
            hasFile={fields.some(({ type }) => type === 'file')}
            onWait={later.wait}
            onWithdraw={later.withdraw}
          />
        ) : null}
      </FormMessages>
      <Button type="submit" busy={busy} className="w-full">
        {action}
      </Button>
      <NoScriptNotice>To use this form, please turn on JavaScript in your browser.</NoScriptNotice>
    </form>
  );
}
