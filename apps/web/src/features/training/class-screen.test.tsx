import type { ClassListData } from '@meridian/contracts/training/class-list';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { render } from '../../entry.server.tsx';
import { openSite, readFrom } from '../../testing/site.tsx';
import { answerCalls, refusal, success } from '../checkout/testing.tsx';

const token = 'ab'.repeat(20);
const path = `/class/${token}`;
const call = `/api/classes/${token}`;
const days = ['2026-11-28', '2026-11-29'];
const [first = ''] = days;
const list: ClassListData = {
  course_name: 'Leading SAFe',
  place: 'Zoom',
  days: days.map((day) => ({ day, starts_at: '09:00:00', ends_at: '13:00:00', is_open: day === first })),
  has_all_days: true,
  seats: [
    { person: '1'.repeat(32), name: 'Asha Nair', booked_by: 'Asha Nair', days, present: [] },
    { person: null, name: null, booked_by: 'Asha Nair', days, present: [] },
  ],
  former: [{ name: 'Ravi Menon', present: [first] }],
  additions: [],
  ends_at: '2026-12-06T18:29:59.000Z',
};

describe('a class list', () => {
  it('undoes a tick that was not saved and shows the reason, and keeps a tick that was saved', async () => {
    answerCalls({
      [call]: () => success(list),
      [`${call}/attendance`]: () => refusal('This day is in the future.', 409),
    });
    await openSite(path, {});
    const tick = await screen.findByRole('button', { name: 'Asha Nair is present' });
    await userEvent.click(tick);
    await screen.findByText('Not saved. This day is in the future.');
    expect(tick).toHaveAttribute('aria-pressed', 'false');

    answerCalls({ [`${call}/attendance`]: () => success(list) });
    await userEvent.click(tick);
    await waitFor(() => expect(tick).toHaveAttribute('aria-pressed', 'true'));
    expect(screen.getByText('1 of 2 present. Each tick is saved immediately.')).toBeInTheDocument();
    expect(screen.getByText('Ravi Menon: Sat 28 Nov 2026')).toBeInTheDocument();
    expect(screen.getByText('Not named yet, booked by Asha Nair', { selector: 'span' })).toBeInTheDocument();
  });

  it('does not record attendance for a future day', async () => {
    answerCalls({ [call]: () => success(list) });
    await openSite(path, {});
    await userEvent.click(await screen.findByRole('button', { name: 'Sun 29 Nov 2026' }));
    expect(screen.getByRole('button', { name: 'Asha Nair is present' })).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Add this person' })).toBeNull();
  });

  it('adds people without a booking, or shows the error at its field', async () => {
    const errors = { email: ['Please enter a valid email address'] };
    answerCalls({ [call]: () => success(list), [`${call}/additions`]: () => refusal('Check', 400, errors) });
    await openSite(path, {});
    const form = await screen.findByRole('region', { name: 'Came without a booking' });
    await userEvent.type(within(form).getByLabelText('Name'), 'Meera Rao');
    await userEvent.click(within(form).getByRole('button', { name: 'Add this person' }));
    expect(await within(form).findByText('Please enter a valid email address')).toBeInTheDocument();
    const addition = { day: first, name: 'Meera Rao', email: 'meera@example.in' };
    answerCalls({ [`${call}/additions`]: () => success({ ...list, additions: [addition] }) });
    await userEvent.type(within(form).getByLabelText('Email'), addition.email);
    await userEvent.click(within(form).getByRole('button', { name: 'Add this person' }));
    expect(await within(form).findByRole('button', { name: 'Remove Meera Rao' })).toBeInTheDocument();
    expect(within(form).getByLabelText('Name')).toHaveValue('');
  });

  it('is rendered on the server, is private, and prints a column for each day', async () => {
    const context = {
      read: readFrom({}),
      sales: { isOpen: true, since: '' },
      publicUrl: 'https://academy.example',
    };
    const page = await render(path, { ...context, readClassList: async () => list });
    expect(page).toMatchObject({ status: 200, cache: 'private', noindex: true });
    const document = new DOMParser().parseFromString(page.html, 'text/html');
    const headers = [...document.querySelectorAll('th')].map((cell) => cell.textContent);
    expect(headers).toEqual(['Attendee', 'Sat 28 Nov 2026', 'Sun 29 Nov 2026']);
    expect(page.head).not.toContain(token);
    const missing = await render(path, { ...context, readClassList: async () => undefined });
    expect(missing.html).toContain('This class list does not exist, or its link has expired.');
  });
});
