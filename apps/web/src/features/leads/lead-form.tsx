import { formOf } from '@meridian/contracts/leads/forms';
import { useEffect, useRef } from 'react';
import { contact } from '../../site-content.ts';
import { Button } from '../../ui/button.tsx';
import { takeEarlySubmit } from './early-submit.ts';
import { FormField } from './form-field.tsx';
import { Honeypot } from './honeypot.tsx';
import type { LeadFormProps } from './lead-form-loader.tsx';
import { ResumeField } from './resume-field.tsx';
import { UploadProgress } from './upload-progress.tsx';
import { useLeadForm } from './use-lead-form.ts';

/** One of the twelve lead forms, made from the table of forms. */
export function LeadForm(props: LeadFormProps) {
  const { form } = props;
  const { fields, action } = formOf(form);
  const { honeypot, progress, register, control, clearErrors, submit, busy, errorOf } = useLeadForm(props);
  const element = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (element.current && takeEarlySubmit(element.current)) element.current.requestSubmit();
  }, []);

  return (
    // Before its code is there, a form of the method "dialog" does nothing when it is sent: with any other the
    // browser would put the answers into an address.
    <form ref={element} method="dialog" noValidate onSubmit={submit} className="relative grid gap-4">
      {fields.map((field) => {
        const shared = { field, id: `${form}-${field.name}`, error: errorOf(field.name) };
        return field.type === 'file' ? (
          <ResumeField
            key={field.name}
            {...shared}
            control={control}
            onChoose={() => clearErrors(field.name)}
          />
        ) : (
          <FormField key={field.name} {...shared} registration={register(field.name)} />
        );
      })}
      <Honeypot ref={honeypot} />
      {progress === undefined ? null : <UploadProgress share={progress} />}
      <Button type="submit" busy={busy} className="w-full">
        {action}
      </Button>
      <noscript>
        <p className="text-sm text-ink-soft">
          This form needs scripts, which are off in your browser. Please call {contact.phone} or write to{' '}
          {contact.email}.
        </p>
      </noscript>
    </form>
  );
}
