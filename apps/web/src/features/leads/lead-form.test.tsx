import type { FormName } from '@meridian/contracts/calls';
import { submissionSchema } from '@meridian/contracts/leads/form-schemas';
import { formNames, formOf } from '@meridian/contracts/leads/forms';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { accepted, answerRequests, answers, fillIn, showForm, submit } from './testing.tsx';

const jsonForms = formNames.filter((name) => name !== 'instructor');

/** @returns the error messages by field name */
function messagesUnderFields(form: FormName): Record<string, string> {
  return Object.fromEntries(
    formOf(form).fields.flatMap(({ name }) => {
      const text = document.getElementById(`${form}-${name}-error`)?.textContent;
      return text ? [[name, text]] : [];
    }),
  );
}

const names = { first_name: 'First Name is required', last_name: 'Last Name is required' };
const email = { email: 'Email is required' };
const phone = { phone_number: 'Phone Number is required' };
const fullName = { full_name: 'Full Name is required' };

/** The error messages of an empty form (specification, section 5). */
const emptyMessages: Record<FormName, Record<string, string>> = {
  special_offer: { ...fullName, ...email, mobile_number: 'Mobile Number is required' },
  talk_to_our_advisor: { ...fullName, ...email, ...phone },
  pmp_exam: {
    first_name: 'First and Last Name is required',
    ...email,
    ...phone,
    comment: 'Comment is required',
  },
  contact_us: { ...names, ...email, ...phone, message: 'Messages is required' },
  course_download_syllabus: { ...names, ...email, ...phone },
  course_download_curriculum: { ...names, ...email, ...phone },
  resources_download_ebook: { ...names, ...email, ...phone },
  resources_download_practice_test: { ...names, ...email, ...phone },
  skill_up_your_team: { ...names, ...email, ...phone, query: 'Query is required' },
  corporate_training_form: {
    ...names,
    ...email,
    ...phone,
    company_name: 'Company Name is required',
    message: 'Messages is required',
  },
  partner_with_us: { ...names, ...email, ...phone, message: 'Messages is required' },
  instructor: {
    ...fullName,
    ...email,
    ...phone,
    resume: 'Please upload a resume file before submitting.',
    agreement: 'You must agree to the terms and conditions.',
  },
};

const invalidEmail = { email: 'Email address is invalid' };
const oneWord = { full_name: 'Enter both first and last name' };

/** Invalid answers, and the error messages of the form. */
const faults: [FormName, Record<string, string>, Record<string, string>][] = [
  ...formNames.map((form): (typeof faults)[number] => [form, { email: 'asha.example.in' }, invalidEmail]),
  ['special_offer', { full_name: 'Asha' }, oneWord],
  ['talk_to_our_advisor', { full_name: ' Asha ' }, oneWord],
  ['instructor', { full_name: 'Asha' }, oneWord],
  ['pmp_exam', { first_name: '' }, { first_name: 'First Name is required' }],
  ['pmp_exam', { last_name: '' }, { last_name: 'Last Name is required' }],
];

describe('the messages of the fields', () => {
  it.each(formNames)('%s: an empty form shows all messages and sends nothing', async (form) => {
    const sent = answerRequests(() => accepted());
    showForm(form);
    expect(messagesUnderFields(form)).toEqual({});
    await submit(form);
    await waitFor(() => expect(messagesUnderFields(form)).toEqual(emptyMessages[form]));
    const [firstFaulty] = formOf(form).fields;
    expect(document.getElementById(`${form}-${firstFaulty?.name}`)).toHaveFocus();
    expect(sent).toEqual([]);
  });

  it.each(faults)('%s: refuses %j, and sends nothing', async (form, change, expected) => {
    const sent = answerRequests(() => accepted());
    showForm(form);
    await fillIn(form, change);
    await submit(form);
    await waitFor(() => expect(messagesUnderFields(form)).toEqual(expected));
    expect(sent).toEqual([]);
  });

  it('are announced by one summary and associated with their fields; the first invalid field gets the focus', async () => {
    showForm('contact_us');
    await fillIn('contact_us', { email: '', message: '' });
    await submit('contact_us');
    const field = await screen.findByLabelText('Email');
    await waitFor(() => expect(field).toHaveFocus());
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleDescription('Email is required');
    expect(screen.getByLabelText('Messages')).toHaveAccessibleDescription('Messages is required');
    expect(screen.getByLabelText('First Name')).toBeValid();
    const spoken = screen.getAllByRole('alert').filter((alert) => alert.textContent !== '');
    expect(spoken.map((alert) => alert.textContent)).toEqual(['Please check the 2 marked fields.']);
  });

  it('of a single invalid field are read when it gets the focus', async () => {
    showForm('contact_us');
    await fillIn('contact_us', { email: 'asha' });
    await submit('contact_us');
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveFocus());
    for (const alert of screen.getAllByRole('alert')) expect(alert).toBeEmptyDOMElement();
  });

  it('mark both name fields if one message concerns both', async () => {
    showForm('pmp_exam');
    await fillIn('pmp_exam', { first_name: '', last_name: '' });
    await submit('pmp_exam');
    await waitFor(() => expect(screen.getByLabelText('First Name')).toBeInvalid());
    for (const label of ['First Name', 'Last Name'])
      expect(screen.getByLabelText(label)).toHaveAccessibleDescription('First and Last Name is required');
    expect(screen.getByLabelText('Last Name')).toBeInvalid();
    expect(screen.getAllByText('First and Last Name is required')).toHaveLength(1);
    expect(screen.getByText('Please check the 2 marked fields.')).toBeInTheDocument();
  });

  it('state the maximum length of a value that is too long', async () => {
    showForm('contact_us');
    await fillIn('contact_us', { message: 'x'.repeat(5_001) });
    await submit('contact_us');
    expect(await screen.findByText('Messages is too long: at most 5000 characters')).toBeInTheDocument();
  });
});

describe('characters that other programs add to copied values', () => {
  const clean = 'asha@example.in';
  it.each([
    ['mailto:asha@example.in', clean],
    ['Asha Rao <asha@example.in>', clean],
    ['\u200basha@exam\u00adple.in\ufeff.', clean],
    ['asha.@example.in', clean],
    ['asha＠example．in', clean],
  ])('are removed from the email %j', async (typed, expected) => {
    const sent = answerRequests(() => accepted());
    showForm('special_offer');
    await fillIn('special_offer', { email: typed, full_name: '\u2068Asha\u2069\u00a0Rao\u200b' });
    await submit('special_offer');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({ email: expected, full_name: 'Asha Rao' });
  });

  it('invisible characters count as empty', async () => {
    const sent = answerRequests(() => accepted());
    showForm('contact_us');
    await fillIn('contact_us', { email: '\u200b\ufeff', first_name: '\u00ad' });
    await submit('contact_us');
    await waitFor(() =>
      expect(messagesUnderFields('contact_us')).toEqual({
        first_name: 'First Name is required',
        email: 'Email is required',
      }),
    );
    expect(sent).toEqual([]);
  });

  it('an address with a long gclid is shortened, so that the server accepts it', async () => {
    const sent = answerRequests(() => accepted());
    history.replaceState(null, '', `/?gclid=${'g'.repeat(14_000)}&utm_source=google`);
    showForm('talk_to_our_advisor', { context: { course_id: 1, page_url: location.href } });
    await fillIn('talk_to_our_advisor');
    await submit('talk_to_our_advisor');
    await waitFor(() => expect(sent).toHaveLength(1));
    history.replaceState(null, '', '/');
    const taken = submissionSchema('talk_to_our_advisor').parse(sent[0]?.body);
    expect(taken.page_url).toMatch(/\?utm_source=google$/);
    // The server accepts up to 32 KiB.
    expect(JSON.stringify(sent[0]?.body).length).toBeLessThan(16_000);
  });
});

describe('sending', () => {
  it.each(jsonForms)('%s sends its fields, its context and the metadata', async (form) => {
    const sent = answerRequests(() => accepted());
    const context = { course_id: 101, page_url: 'https://example.in/safe?utm_source=x' };
    showForm(form, { context });
    await fillIn(form);
    await submit(form);
    await waitFor(() => expect(sent).toHaveLength(1));
    const fields = formOf(form).fields.map(({ name }) => [name, answers[name]]);
    expect(sent[0]).toEqual({
      path: `/api/${form}`,
      body: {
        ...Object.fromEntries(fields),
        ...context,
        submission_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab]/),
        attribution: { page_url: location.href },
        website: '',
        filled_in_ms: expect.any(Number),
      },
    });
    // The server's spam check would reject a shorter time.
    expect(sent[0]?.body.filled_in_ms).toBeGreaterThanOrEqual(1_500);
  });

  it.each(jsonForms)('%s confirms a success as specified and resets the form', async (form) => {
    answerRequests(() => accepted());
    const onSuccess = vi.fn();
    showForm(form, { onSuccess });
    await fillIn(form);
    await submit(form);
    if (formOf(form).confirmation === 'thank-you') {
      const modal = await screen.findByRole('dialog', { name: 'Thank You!' });
      expect(modal).toHaveTextContent('Your details has been successfully submitted. Thanks!');
      await userEvent.click(within(modal).getByRole('button', { name: 'ok' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    } else {
      expect(await screen.findByText('Your request has reached us')).toBeInTheDocument();
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    }
    expect(onSuccess).toHaveBeenCalledOnce();
    for (const field of screen.getAllByRole('textbox')) expect(field).toHaveValue('');
  });

  it('shows Loading... while sending, and a double click sends once', async () => {
    let answer: (response: Response) => void = () => undefined;
    const sent = answerRequests(() => new Promise((resolve) => (answer = resolve)));
    showForm('contact_us');
    await fillIn('contact_us');
    const button = screen.getByRole('button', { name: 'Submit' });
    await userEvent.dblClick(button);
    fireEvent.submit(button.closest('form') as HTMLFormElement);
    expect(button).toBeDisabled();
    expect(button).toHaveTextContent('Loading...');
    await waitFor(() => expect(sent).toHaveLength(1));
    answer(accepted());
    await waitFor(() => expect(button).toBeEnabled());
    expect(sent).toHaveLength(1);
  });

  it('shows the message of a refusal, and keeps the answers', async () => {
    answerRequests(() => Response.json({ status: 0, message: 'We know this address already' }));
    showForm('partner_with_us');
    await fillIn('partner_with_us');
    await submit('partner_with_us');
    expect(await screen.findByText('We know this address already')).toBeInTheDocument();
    expect(screen.getByLabelText('Email')).toHaveValue('asha@example.in');
  });

  it.each<[string, () => Response]>([
    ['no response', () => Response.error()],
    ['a response that is not JSON', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['a response without an envelope', () => Response.json([])],
  ])('%s is an unexpected error', async (_name, answer) => {
    answerRequests(() => {
      const response = answer();
      if (response.type === 'error') throw new TypeError('Failed to fetch');
      return response;
    });
    showForm('special_offer');
    await fillIn('special_offer');
    await submit('special_offer');
    expect(await screen.findByText('An unexpected error occurred.')).toBeInTheDocument();
    // The toast is rendered before the form.
    expect(await screen.findByRole('button', { name: 'Submit' })).toBeEnabled();
  });

  it('shows the server’s messages at their fields', async () => {
    answerRequests(() =>
      Response.json(
        { status: 0, message: 'Please check your details.', errors: { email: ['Email is too long'] } },
        { status: 400 },
      ),
    );
    showForm('contact_us');
    await fillIn('contact_us');
    await submit('contact_us');
    expect(await screen.findByText('Email is too long')).toBeInTheDocument();
    expect(screen.getByLabelText('Email')).toHaveFocus();
    expect(await screen.findByText('Please check your details.')).toBeInTheDocument();
  });

  it('sends the value of the honeypot, which people do not see', async () => {
    const sent = answerRequests(() => accepted());
    const { container } = showForm('contact_us');
    const trap = container.querySelector<HTMLInputElement>('[name="website"]');
    expect(trap).toHaveAttribute('tabindex', '-1');
    expect(screen.queryByRole('textbox', { name: 'Website' })).not.toBeInTheDocument();
    fireEvent.input(trap as HTMLInputElement, { target: { value: 'https://spam.example' } });
    await fillIn('contact_us');
    await submit('contact_us');
    await waitFor(() => expect(sent[0]?.body.website).toBe('https://spam.example'));
  });
});

it('if a file comes later, the draft stays in the form', async () => {
  answerRequests(() => accepted({ file_pending: true }));
  const { unmount } = showForm('resources_download_ebook');
  await fillIn('resources_download_ebook');
  await submit('resources_download_ebook');
  await screen.findByText('Your request has reached us');
  unmount();
  showForm('resources_download_ebook');
  await waitFor(() => expect(screen.getByLabelText('Email')).toHaveValue('asha@example.in'));
});

describe('a download', () => {
  const followed = () => {
    const addresses: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      addresses.push(`${this.getAttribute('href')} ${this.target}`.trim());
    });
    return addresses;
  };

  it.each([
    ['/media/files/syllabus.pdf', '/media/files/syllabus.pdf'],
    ['https://files.example/book.pdf', 'https://files.example/book.pdf _blank'],
  ])('of %s starts after the success', async (file_url, expected) => {
    answerRequests(() => accepted({ file_url }));
    const addresses = followed();
    showForm('course_download_syllabus');
    await fillIn('course_download_syllabus');
    await submit('course_download_syllabus');
    expect(await screen.findByRole('dialog', { name: 'Thank You!' })).not.toHaveTextContent('reached us');
    expect(addresses).toEqual([expected]);
    await userEvent.click(screen.getByRole('button', { name: 'ok' }));
  });

  it('shows the server’s message if there is no file', async () => {
    answerRequests(() => accepted());
    const addresses = followed();
    showForm('course_download_syllabus');
    await fillIn('course_download_syllabus');
    await submit('course_download_syllabus');
    expect(await screen.findByRole('dialog', { name: 'Thank You!' })).toHaveTextContent('reached us');
    expect(addresses).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'ok' }));
  });
});
