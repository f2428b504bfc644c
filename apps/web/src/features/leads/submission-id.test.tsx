import type { FormName } from '@meridian/contracts/calls';
import { formOf } from '@meridian/contracts/leads/forms';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { dropSubmissionId, submissionIdFor } from './submission-id.ts';
import { accepted, answerRequests, fillIn, showForm, submit } from './testing.tsx';

const values = { full_name: 'Asha Rao', email: 'asha@example.in' };

/** Imports the module again, as after a reload. */
async function afterReload() {
  vi.resetModules();
  return import('./submission-id.ts');
}

describe('the id of a submission', () => {
  it('is the same only for the same answers of one form', () => {
    const id = submissionIdFor('contact_us', values);
    expect(submissionIdFor('contact_us', { ...values })).toBe(id);
    expect(submissionIdFor('contact_us', { ...values, email: 'a@example.in' })).not.toBe(id);
    expect(submissionIdFor('partner_with_us', values)).not.toBe(id);
  });

  it('survives a reload, and the answers themselves are not stored', async () => {
    const id = submissionIdFor('contact_us', values);
    const reloaded = await afterReload();
    expect(reloaded.submissionIdFor('contact_us', values)).toBe(id);
    expect(JSON.stringify(sessionStorage)).not.toMatch(/asha/i);
  });

  it('distinguishes files by name, size and time', () => {
    const file = (name: string, text: string) => new File([text], name, { lastModified: 5 });
    const id = submissionIdFor('instructor', { resume: file('cv.pdf', 'a') });
    expect(submissionIdFor('instructor', { resume: file('cv.pdf', 'b') })).toBe(id);
    expect(submissionIdFor('instructor', { resume: file('cv.pdf', 'longer') })).not.toBe(id);
    expect(submissionIdFor('instructor', { resume: file('new.pdf', 'a') })).not.toBe(id);
  });

  it('is replaced by a new one after it is dropped', () => {
    const id = submissionIdFor('contact_us', values);
    dropSubmissionId(id);
    expect(submissionIdFor('contact_us', values)).not.toBe(id);
  });

  it('is kept in memory if storage is unavailable', () => {
    const closed = () => {
      throw new DOMException('Storage is closed', 'SecurityError');
    };
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(closed);
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(closed);
    expect(submissionIdFor('contact_us', values)).toBe(submissionIdFor('contact_us', values));
  });
});

describe('a repeated submission', () => {
  it('keeps its id after a lost connection, and gets a new one after a change', async () => {
    let connected = false;
    const sent = answerRequests(() => {
      if (!connected) throw new TypeError('Failed to fetch');
      return Response.json({ status: 0, message: 'No' });
    });
    showForm('special_offer');
    await fillIn('special_offer');
    await submit('special_offer');
    await screen.findByText('An unexpected error occurred.');
    connected = true;
    await submit('special_offer');
    await waitFor(() => expect(sent).toHaveLength(2));
    await userEvent.type(screen.getByLabelText('Mobile Number'), '6');
    await submit('special_offer');
    await waitFor(() => expect(sent).toHaveLength(3));
    const ids = sent.map(({ body }) => body.submission_id);
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  it('gets a new id after a refusal, because the reason may no longer apply', async () => {
    const sent = answerRequests(() =>
      sent.length === 1 ? Response.json({ status: 0, message: 'Not just now' }) : accepted(),
    );
    showForm('special_offer');
    await fillIn('special_offer');
    await submit('special_offer');
    await screen.findByText('Not just now');
    await submit('special_offer');
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.body.submission_id).not.toBe(sent[0]?.body.submission_id);
  });

  it('gets a new id if the server has other answers under the previous id', async () => {
    const sent = answerRequests(() =>
      sent.length === 1
        ? Response.json({ status: 0, message: 'Please send it again.' }, { status: 409 })
        : accepted(),
    );
    showForm('special_offer');
    await fillIn('special_offer');
    await submit('special_offer');
    await screen.findByText('Please send it again.');
    await submit('special_offer');
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.body.submission_id).not.toBe(sent[0]?.body.submission_id);
  });

  const idsOf = (sent: { body: Record<string, unknown> }[]) => sent.map(({ body }) => body.submission_id);

  /** Opens, sends and closes a modal. @param count number of submissions sent by then */
  async function sendInNewForm(form: FormName, sent: readonly unknown[], count: number): Promise<void> {
    const { unmount } = showForm(form);
    await fillIn(form);
    await submit(form);
    await waitFor(() => expect(sent).toHaveLength(count));
    await waitFor(() => expect(screen.getByRole('button', { name: formOf(form).action })).toBeEnabled());
    unmount();
  }

  it('gets a new id after a success, in the same tab and with the same answers', async () => {
    const sent = answerRequests(() => accepted());
    for (let count = 1; count <= 2; count += 1) await sendInNewForm('special_offer', sent, count);
    const [first, second] = idsOf(sent);
    expect(second).not.toBe(first);
    expect(sessionStorage.getItem('submissions')).toBe('[]');
  });

  it('keeps its id while the file of a download is pending, and gets a new one afterwards', async () => {
    const sent = answerRequests(() =>
      accepted(sent.length === 1 ? { file_pending: true } : { file_url: '/media/files/a.pdf' }),
    );
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    for (let count = 1; count <= 3; count += 1) await sendInNewForm('resources_download_ebook', sent, count);
    const [first, second, third] = idsOf(sent);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('gets a new id after a download without a file', async () => {
    const sent = answerRequests(() => accepted());
    for (let count = 1; count <= 2; count += 1) await sendInNewForm('resources_download_ebook', sent, count);
    expect(new Set(idsOf(sent)).size).toBe(2);
  });

  it.each<[string, () => Response]>([
    ['a lost response', () => Response.error()],
    ['a proxy’s page', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['an unavailable ledger', () => Response.json({ status: 0, message: 'Not now' }, { status: 503 })],
  ])('keeps its id after %s, until it is accepted', async (_name, failure) => {
    const sent = answerRequests(() => {
      const response = sent.length === 1 ? failure() : accepted();
      if (response.type === 'error') throw new TypeError('Failed to fetch');
      return response;
    });
    showForm('special_offer');
    await fillIn('special_offer');
    await submit('special_offer');
    await screen.findByText(/An unexpected error occurred\.|Not now/);
    await submit('special_offer');
    await screen.findByText('Your request has reached us');
    const [first, second] = idsOf(sent);
    expect(second).toBe(first);
  });

  it('keeps its id after a reload during the request', async () => {
    const sent = answerRequests(() =>
      sent.length === 1 ? new Promise<Response>(() => undefined) : accepted(),
    );
    const { unmount } = showForm('special_offer');
    await fillIn('special_offer');
    await submit('special_offer');
    await waitFor(() => expect(sent).toHaveLength(1));
    unmount();
    await sendInNewForm('special_offer', sent, 2);
    expect(new Set(idsOf(sent)).size).toBe(1);
  });
});
