import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fillIn, resumeFile, showForm, submit } from './testing.tsx';

const typeMessage = 'Invalid file type! Please upload a PDF or DOC file.';

/** A stub of XMLHttpRequest. The test answers its requests. */
class HeldRequest extends EventTarget {
  static latest: HeldRequest | undefined;
  upload = new EventTarget();
  status = 0;
  responseText = '';
  timeout = 0;
  target = '';
  body: FormData | undefined;

  constructor() {
    super();
    HeldRequest.latest = this;
  }
  open(method: string, path: string) {
    this.target = `${method} ${path}`;
  }
  send(body: FormData) {
    this.body = body;
  }
  answer(status: number, responseText: string) {
    Object.assign(this, { status, responseText });
    this.dispatchEvent(new Event('load'));
  }
}

beforeEach(() => {
  HeldRequest.latest = undefined;
  vi.stubGlobal('XMLHttpRequest', HeldRequest);
});

async function sent(): Promise<HeldRequest> {
  return waitFor(() => {
    if (!HeldRequest.latest?.body) throw new Error('Nothing was sent yet');
    return HeldRequest.latest;
  });
}

const input = () => screen.getByLabelText<HTMLInputElement>(/Resume/);
const drop = (...files: File[]) =>
  fireEvent.drop(screen.getByTestId('resume-drop'), { dataTransfer: { files } });
const file = (name: string) => new File(['text'], name);

describe('the resume', () => {
  it.each(['cv.pdf', 'cv.doc', 'CV.DOCX'])('may be dropped: %s', async (name) => {
    showForm('instructor');
    drop(file(name));
    expect(await screen.findByText(name)).toBeInTheDocument();
    expect(screen.queryByText(typeMessage)).not.toBeInTheDocument();
  });

  it.each(['cv.txt', 'cv.pdf.exe', 'cv'])('must be PDF, DOC or DOCX, not %s', async (name) => {
    showForm('instructor');
    drop(file(name));
    expect(await screen.findByText(typeMessage)).toHaveAttribute('role', 'alert');
    expect(screen.queryByText(name)).not.toBeInTheDocument();
  });

  it('is the first of several dropped files', async () => {
    showForm('instructor');
    drop(file('first.pdf'), file('second.pdf'));
    expect(await screen.findByText('first.pdf')).toBeInTheDocument();
    expect(screen.queryByText('second.pdf')).not.toBeInTheDocument();
  });

  it('stays if an invalid file is chosen, and can be removed and replaced', async () => {
    showForm('instructor');
    await userEvent.upload(input(), resumeFile);
    drop(file('song.mp3'));
    expect(await screen.findByText(typeMessage)).toBeInTheDocument();
    expect(screen.getByText('resume.pdf')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Remove resume.pdf' }));
    expect(screen.queryByText('resume.pdf')).not.toBeInTheDocument();
    expect(screen.queryByText(typeMessage)).not.toBeInTheDocument();
    await userEvent.upload(input(), resumeFile);
    expect(await screen.findByText('resume.pdf')).toBeInTheDocument();
  });

  it('gets the focus if only the resume is missing', async () => {
    showForm('instructor');
    await fillIn('instructor', { resume: '' });
    await submit('instructor');
    await screen.findByText('Please upload a resume file before submitting.');
    expect(input()).toHaveFocus();
    expect(input()).toHaveAccessibleDescription(/Please upload a resume file before submitting\./);
    await userEvent.upload(input(), resumeFile);
    expect(screen.queryByText('Please upload a resume file before submitting.')).not.toBeInTheDocument();
  });
});

it('the agreement links to its terms, which open in a new tab', () => {
  showForm('instructor');
  const link = screen.getByRole('link', { name: 'terms and conditions' });
  expect(link).toHaveAttribute('href', '/terms-and-conditions');
  expect(link).toHaveAttribute('target', '_blank');
  expect(screen.getByRole('checkbox', { name: 'I agree to the terms and conditions' })).toBeInTheDocument();
});

it('a resume that was dropped before hydration is kept', async () => {
  window.early = {
    touched: true,
    dropped: file('early.pdf'),
    again: async () => undefined,
    stop: () => undefined,
  };
  showForm('instructor');
  expect(await screen.findByText('early.pdf')).toBeInTheDocument();
  delete window.early;
});

describe('sending an application', () => {
  it('uploads it with progress, shows thanks and resets the form', async () => {
    showForm('instructor');
    await fillIn('instructor');
    await submit('instructor');
    const request = await sent();
    expect(request.target).toBe('POST /api/instructor');
    const entries = [...(request.body?.entries() ?? [])];
    expect(Object.fromEntries(entries)).toEqual({
      full_name: 'Asha Rao',
      email: 'asha@example.in',
      phone_number: '98450 12345',
      submission_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      attribution: JSON.stringify({ page_url: location.href }),
      website: '',
      filled_in_ms: expect.stringMatching(/^\d+$/),
      resume: expect.objectContaining({ name: 'resume.pdf', type: 'application/pdf' }),
    });
    expect(entries.at(-1)?.[0]).toBe('resume');

    act(() => {
      const progress = { lengthComputable: true, loaded: 3, total: 4 };
      request.upload.dispatchEvent(Object.assign(new Event('progress'), progress));
    });
    expect(screen.getByRole('progressbar', { name: /Uploading/ })).toHaveAttribute('value', '75');
    expect(screen.getByRole('button', { name: 'Loading...' })).toBeDisabled();

    request.answer(200, '{"status":1,"message":"We have your application"}');
    expect(await screen.findByText('We have your application')).toBeInTheDocument();
    // The toast is rendered before the form.
    await waitFor(() =>
      expect(screen.queryByRole('progressbar', { name: /Uploading/ })).not.toBeInTheDocument(),
    );
    expect(screen.getByLabelText('Full Name')).toHaveValue('');
    expect(screen.getByRole('checkbox')).not.toBeChecked();
    expect(screen.queryByText('resume.pdf')).not.toBeInTheDocument();
  });

  it('shows the server’s message about the file at its field', async () => {
    showForm('instructor');
    await fillIn('instructor');
    await submit('instructor');
    const problem = { status: 0, message: 'The file is empty.', errors: { resume: ['The file is empty.'] } };
    (await sent()).answer(400, JSON.stringify(problem));
    await waitFor(() => expect(input()).toHaveAccessibleDescription(/The file is empty\./));
    expect(screen.getByText('resume.pdf')).toBeInTheDocument();
  });

  it.each<[string, (request: HeldRequest) => void]>([
    ['a lost connection', (request) => request.dispatchEvent(new Event('error'))],
    ['a proxy’s page', (request) => request.answer(502, '<h1>Bad gateway</h1>')],
  ])('%s is an unexpected error', async (_name, happens) => {
    showForm('instructor');
    await fillIn('instructor');
    await submit('instructor');
    happens(await sent());
    expect(await screen.findByText('An unexpected error occurred.')).toBeInTheDocument();
    // The toast is rendered before the form.
    expect(await screen.findByRole('button', { name: 'Apply Now' })).toBeEnabled();
  });
});
