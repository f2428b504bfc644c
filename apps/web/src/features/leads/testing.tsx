import type { FormName } from '@meridian/contracts/calls';
import { formOf } from '@meridian/contracts/leads/forms';
import { ToastHost } from '@meridian/ui/toast';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';
import { LeadForm } from './lead-form.tsx';
import type { LeadFormProps } from './lead-form-props.ts';
import { ThankYouHost } from './thank-you.tsx';

type Answer = (request: Request) => Response | Promise<Response>;

/** Stubs the network. @returns the requests in order */
export function answerRequests(answer: Answer): { path: string; body: Record<string, unknown> }[] {
  const sent: { path: string; body: Record<string, unknown> }[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const text = await request.clone().text();
    sent.push({ path: new URL(request.url).pathname, body: text ? JSON.parse(text) : {} });
    return answer(request);
  });
  return sent;
}

export const accepted = (data: object = {}) =>
  Response.json({ status: 1, message: 'Your request has reached us', data });

/** Renders a form with the parts of the layout that it needs. */
export function showForm(form: FormName, props: Omit<LeadFormProps, 'form'> = {}) {
  return render(
    <>
      <LeadForm form={form} {...props} />
      <ThankYouHost />
      <ToastHost />
    </>,
  );
}

/** Valid answers, by field name. */
export const answers: Record<string, string> = {
  full_name: 'Asha Rao',
  first_name: 'Asha',
  last_name: 'Rao',
  email: 'asha@example.in',
  phone_number: '98450 12345',
  mobile_number: '98450 12345',
  company_name: 'Acme',
  message: 'Hello',
  comment: 'A comment',
  query: 'A query',
};

export const resumeFile = new File(['%PDF-1.7'], 'resume.pdf', { type: 'application/pdf', lastModified: 1 });

/**
 * Fills in a form as a visitor does.
 * @param change other answers, by field name; an empty string leaves the field empty
 */
export async function fillIn(form: FormName, change: Record<string, string> = {}): Promise<void> {
  const { fields } = formOf(form);
  for (const field of fields) {
    const text = change[field.name] ?? answers[field.name] ?? '';
    const left = change[field.name] === '';
    if (field.type === 'checkbox') {
      const box: HTMLInputElement = screen.getByLabelText(field.label);
      // A restored draft may already have ticked the box.
      if (!left && !box.checked) await userEvent.click(box);
    } else if (field.type === 'file') {
      if (!left) await userEvent.upload(screen.getByLabelText(/Resume/), resumeFile);
    } else if (!left) {
      const input = screen.getByLabelText(new RegExp(`^${field.label}`));
      await userEvent.clear(input);
      await userEvent.click(input);
      await userEvent.paste(text);
    }
  }
}

export async function submit(form: FormName): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: formOf(form).action }));
}
