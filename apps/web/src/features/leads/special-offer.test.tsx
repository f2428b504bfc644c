import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ok, openSite } from '../../test-site.tsx';
import { accepted, answerRequests, fillIn, submit } from './testing.tsx';

afterEach(() => vi.unstubAllGlobals());

describe('the special offer', () => {
  const header = ok({ discount_text: 'A fifth off', button_text: 'Get it' });
  const home = ok({ trusted_by: [], expert: [], testimonials: [], course: [] });

  it('closes after a success, with a visible toast', async () => {
    answerRequests(() => accepted());
    await openSite('/', { header, home });
    await userEvent.click(await screen.findByRole('button', { name: 'Get it' }));
    const modal = await screen.findByRole('dialog', { name: 'Get the special offer' });
    await within(modal).findByLabelText('Full Name');
    await fillIn('special_offer');
    await submit('special_offer');
    const toast = await screen.findByText('Your request has reached us');
    await waitFor(() => expect(modal).not.toHaveAttribute('open'));
    await waitFor(() => expect(modal).not.toContainElement(toast));
  });

  it('stays open after a failure, with a visible message inside', async () => {
    answerRequests(() => Response.json({ status: 0, message: 'The offer is over' }));
    await openSite('/', { header, home });
    await userEvent.click(await screen.findByRole('button', { name: 'Get it' }));
    const modal = await screen.findByRole('dialog', { name: 'Get the special offer' });
    await within(modal).findByLabelText('Full Name');
    await fillIn('special_offer');
    await submit('special_offer');
    expect(await within(modal).findByText('The offer is over')).toBeInTheDocument();
    expect(modal).toHaveAttribute('open');
    expect(within(modal).getByLabelText('Full Name')).toHaveValue('Asha Rao');
  });
});
