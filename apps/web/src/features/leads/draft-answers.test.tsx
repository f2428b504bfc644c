import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { clearDraft, draftAnswers } from './draft-answers.ts';
import { accepted, answerRequests, fillIn, resumeFile, showForm, submit } from './testing.tsx';

describe('the draft of a form', () => {
  it('is restored when the visitor comes back to the page', async () => {
    const { unmount } = showForm('contact_us');
    await fillIn('contact_us', { email: '' });
    unmount();
    showForm('contact_us');
    await waitFor(() => expect(screen.getByLabelText('First Name')).toHaveValue('Asha'));
    expect(screen.getByLabelText('Messages')).toHaveValue('Hello');
    expect(screen.getByLabelText('Email')).toHaveValue('');
  });

  it('is filled into the markup of a form before its hydration', async () => {
    showForm('contact_us').unmount();
    sessionStorage.setItem(`answers ${location.pathname} contact_us`, '{"first_name":"Asha","message":"Hi"}');
    document.body.innerHTML =
      '<form name="contact_us"><input name="first_name"><textarea name="message">newer</textarea></form>';
    vi.resetModules();
    await import('./draft-answers.ts');
    const [form] = document.forms;
    expect(Object.fromEntries(new FormData(form))).toEqual({ first_name: 'Asha', message: 'newer' });
    document.body.replaceChildren();
  });

  it('belongs to one form of one page', async () => {
    const { unmount } = showForm('contact_us');
    await fillIn('contact_us');
    unmount();
    expect(draftAnswers('contact_us')).toMatchObject({ first_name: 'Asha' });
    expect(draftAnswers('partner_with_us')).toEqual({});
    expect(draftAnswers('contact_us', '/elsewhere')).toEqual({});
  });

  it('is deleted after the success', async () => {
    answerRequests(() => accepted());
    const { unmount } = showForm('partner_with_us');
    await fillIn('partner_with_us');
    await submit('partner_with_us');
    await screen.findByText('Your request has reached us');
    expect(JSON.stringify(sessionStorage)).not.toMatch(/asha/i);
    unmount();
    showForm('partner_with_us');
    expect(screen.getByLabelText('First Name')).toHaveValue('');
  });

  it('leaves out files, the honeypot and empty fields', async () => {
    const { container } = showForm('instructor');
    await fillIn('instructor');
    await userEvent.upload(screen.getByLabelText(/Resume/), resumeFile);
    await userEvent.type(container.querySelector('[name=website]') as HTMLInputElement, 'spam');
    expect(draftAnswers('instructor')).toEqual({
      full_name: 'Asha Rao',
      email: 'asha@example.in',
      phone_number: '98450 12345',
      agreement: 'on',
    });
    for (const name of ['Full Name', 'Email', 'Phone Number'])
      await userEvent.clear(screen.getByLabelText(name));
    await userEvent.click(screen.getByRole('checkbox'));
    expect(sessionStorage).toHaveLength(0);
  });

  it('is not needed to fill in and send a form while storage is blocked', async () => {
    const closed = () => {
      throw new DOMException('Storage is closed', 'QuotaExceededError');
    };
    for (const method of ['getItem', 'setItem', 'removeItem'] as const)
      vi.spyOn(Storage.prototype, method).mockImplementation(closed);
    const sent = answerRequests(() => accepted());
    showForm('partner_with_us');
    await fillIn('partner_with_us');
    await submit('partner_with_us');
    await waitFor(() => expect(sent).toHaveLength(1));
    clearDraft('partner_with_us');
    await screen.findByText('Your request has reached us');
  });

  it('is empty if the storage has invalid content', () => {
    sessionStorage.setItem(`answers ${location.pathname} contact_us`, '{broken');
    expect(draftAnswers('contact_us')).toEqual({});
  });
});
