import { act, screen, waitFor } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it } from 'vitest';
import { LeadForm } from './lead-form.tsx';
// Part of the first load of every page with a form.
import './submit-before-hydration.ts';
import { accepted, answerRequests, fillIn, submit } from './testing.tsx';

let root: Root | undefined;
afterEach(() => {
  act(() => root?.unmount());
  document.body.replaceChildren();
});

/** Shows the server's markup of the form. */
function showMarkup(): HTMLElement {
  const place = document.createElement('div');
  place.innerHTML = renderToString(<LeadForm form="special_offer" />);
  document.body.append(place);
  return place;
}

async function takeOver(place: HTMLElement): Promise<void> {
  await act(async () => {
    root = hydrateRoot(place, <LeadForm form="special_offer" />);
  });
}

describe('a lazily hydrated form', () => {
  it('keeps and sends what was typed before hydration', async () => {
    const sent = answerRequests(() => accepted());
    const place = showMarkup();
    await fillIn('special_offer');
    await takeOver(place);
    expect(screen.getByLabelText('Full Name')).toHaveValue('Asha Rao');
    await submit('special_offer');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({ full_name: 'Asha Rao', email: 'asha@example.in' });
  });

  it('is sent once if its button was clicked before hydration', async () => {
    const sent = answerRequests(() => accepted());
    const place = showMarkup();
    await fillIn('special_offer');
    const form = place.querySelector('form');
    // With the default method, a submission would navigate with the answers in the address.
    expect(form).toHaveAttribute('method', 'dialog');
    form?.addEventListener('submit', (event) => event.preventDefault(), { once: true });
    await submit('special_offer');
    expect(sent).toHaveLength(0);
    await takeOver(place);
    await waitFor(() => expect(sent).toHaveLength(1));
  });
});
