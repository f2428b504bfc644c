import { marketingText } from '@meridian/contracts/leads/notice';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ok, openSite } from '../../testing/site.tsx';
import { accepted, answerRequests, fillIn, showForm, submit } from './testing.tsx';

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

  it('stays open after a failure, with a visible message in the form', async () => {
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

describe('consent to marketing', () => {
  const channels = ['By email', 'By WhatsApp', 'By phone'];

  it('has a box for each channel, none ticked, and sends no consent by default', async () => {
    const sent = answerRequests(() => accepted());
    showForm('special_offer');
    for (const name of channels) expect(screen.getByRole('checkbox', { name })).not.toBeChecked();
    await fillIn('special_offer');
    await submit('special_offer');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).not.toHaveProperty('marketing');
  });

  it('sends the ticked boxes with the version of the consent text', async () => {
    const sent = answerRequests(() => Response.json({ status: 0, message: 'Not now' }));
    showForm('special_offer');
    await fillIn('special_offer');
    for (const name of channels) await userEvent.click(screen.getByRole('checkbox', { name }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'By WhatsApp' }));
    await submit('special_offer');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body.marketing).toEqual({
      version: marketingText.version,
      channels: ['email', 'phone'],
    });
  });

  it.each(['contact_us', 'corporate_training_form'] as const)('is not asked for by %s', (form) => {
    showForm(form);
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  });
});
