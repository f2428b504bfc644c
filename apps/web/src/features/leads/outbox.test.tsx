import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { outbox } from './outbox.ts';
import { outboxKey } from './outbox-key.ts';
import { accepted, answerRequests, fillIn, showForm, submit } from './testing.tsx';

const offer = 'Send when you are back online';
const place = { form: 'partner_with_us', page: location.pathname } as const;
let connected = false;

function answerWhileConnected(answer = accepted) {
  return answerRequests(() => {
    if (!connected) throw new TypeError('Failed to fetch');
    return answer();
  });
}

function comeOnline(): void {
  connected = true;
  window.dispatchEvent(new Event('online'));
}

async function sendOffline(): Promise<void> {
  await fillIn('partner_with_us');
  await submit('partner_with_us');
  await screen.findByText('An unexpected error occurred.');
}

beforeEach(() => {
  connected = false;
});
afterEach(() => {
  outbox.withdraw(place);
});

describe('a form that is sent while offline', () => {
  it('keeps its answers, and is sent once automatically if the visitor chooses that', async () => {
    const sent = answerWhileConnected();
    showForm('partner_with_us');
    await sendOffline();
    expect(screen.getByLabelText('Email')).toHaveValue('asha@example.in');
    await userEvent.click(await screen.findByRole('button', { name: offer }));
    expect(screen.getByText(/are sent automatically/)).toBeInTheDocument();
    comeOnline();
    window.dispatchEvent(new Event('online'));
    expect(await screen.findByText('Your request has reached us')).toBeInTheDocument();
    // The toast is rendered before the form.
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveValue(''));
    await waitFor(() => expect(screen.queryByText(/are sent automatically/)).not.toBeInTheDocument());
    expect(sent).toHaveLength(2);
    expect(sent[1]?.body).toEqual({ ...sent[0]?.body });
    expect(JSON.stringify(sessionStorage)).not.toMatch(/asha/i);
    window.dispatchEvent(new Event('online'));
    await new Promise((resolve) => setTimeout(resolve));
    expect(sent).toHaveLength(2);
  });

  it('is sent even if the visitor has left the page or closed the modal', async () => {
    const sent = answerWhileConnected();
    const { unmount } = showForm('partner_with_us');
    await sendOffline();
    await userEvent.click(await screen.findByRole('button', { name: offer }));
    unmount();
    showForm('contact_us');
    comeOnline();
    expect(await screen.findByText('Your request has reached us')).toBeInTheDocument();
    expect(sent).toHaveLength(2);
    expect(JSON.stringify(sessionStorage)).not.toMatch(/asha/i);
  });

  it('is sent after a reload, as the same submission', async () => {
    const sent = answerWhileConnected();
    const { unmount } = showForm('partner_with_us');
    await sendOffline();
    await userEvent.click(await screen.findByRole('button', { name: offer }));
    unmount();
    const stored = sessionStorage.getItem(outboxKey) as string;
    // The page was left, so it must not send the submission.
    outbox.withdraw(place);
    sessionStorage.setItem(outboxKey, stored);
    vi.resetModules();
    connected = true;
    await import('./resume-outbox.ts');
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.body.submission_id).toBe(sent[0]?.body.submission_id);
    await waitFor(() => expect(sessionStorage.getItem(outboxKey)).toBeNull());
  });

  it('is sent automatically only if the visitor chooses that and does not change the answers afterwards', async () => {
    const sent = answerWhileConnected();
    showForm('partner_with_us');
    await sendOffline();
    comeOnline();
    await new Promise((resolve) => setTimeout(resolve));
    expect(sent).toHaveLength(1);
    connected = false;
    await userEvent.click(await screen.findByRole('button', { name: offer }));
    await userEvent.type(screen.getByLabelText('Last Name'), 'x');
    expect(screen.queryByText(/are sent automatically/)).not.toBeInTheDocument();
    comeOnline();
    await new Promise((resolve) => setTimeout(resolve));
    expect(sent).toHaveLength(1);
  });

  it('stays queued if a manual retry fails, and can be cancelled', async () => {
    const sent = answerWhileConnected();
    showForm('partner_with_us');
    await sendOffline();
    await userEvent.click(await screen.findByRole('button', { name: offer }));
    await submit('partner_with_us');
    await waitFor(() => expect(sent).toHaveLength(2));
    await userEvent.click(await screen.findByRole('button', { name: 'Do not send' }));
    expect(outbox.holds(place)).toBe(false);
  });

  it('shows the server’s messages at its fields when it is sent later', async () => {
    answerWhileConnected(() =>
      Response.json(
        { status: 0, message: 'Please check your details.', errors: { email: ['Email is odd'] } },
        { status: 400 },
      ),
    );
    showForm('partner_with_us');
    await sendOffline();
    await userEvent.click(await screen.findByRole('button', { name: offer }));
    comeOnline();
    expect(await screen.findByText('Email is odd')).toBeInTheDocument();
    expect(screen.getByLabelText('Email')).toHaveValue('asha@example.in');
    expect(outbox.holds(place)).toBe(false);
  });

  it('cannot be queued after a proxy’s error page', async () => {
    answerRequests(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    showForm('partner_with_us');
    await sendOffline();
    expect(screen.queryByRole('button', { name: offer })).not.toBeInTheDocument();
  });
});
