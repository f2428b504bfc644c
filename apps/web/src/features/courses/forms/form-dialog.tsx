import type { FormName } from '@meridian/contracts/calls';
import type { Course } from '@meridian/contracts/site/courses/course';
import { Button, type ButtonSize, type ButtonTone } from '@meridian/ui/button';
import { Dialog } from '@meridian/ui/dialog';
import { type ReactNode, useCallback, useState } from 'react';
import { FormTerms, LeadForm } from '../../leads/public.ts';
import { useFormContext } from './form-context.ts';

/**
 * A button that opens a form about the course. Only the close icon or a successful submission closes the
 * form.
 */
export function FormDialog({
  form,
  title,
  course,
  tone,
  size,
  className,
  children,
}: {
  form: FormName;
  title: string;
  course: Course;
  tone?: ButtonTone;
  size?: ButtonSize;
  className?: string;
  /** Label of the button. */
  children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const context = useFormContext(course);
  return (
    <>
      <Button
        tone={tone}
        size={size}
        className={className}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {children}
      </Button>
      <Dialog title={title} open={open} onClose={close} staticBackdrop late>
        <LeadForm form={form} context={context} onSuccess={close} />
        <FormTerms />
      </Dialog>
    </>
  );
}
