import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface Site {
  finish(): void;
  thank(): void;
}

function Sample({ site }: { site: Site }) {
  const [busy, setBusy] = useState(false);
  const [thanks, setThanks] = useState(false);
  site.finish = () => setBusy(false);
  site.thank = () => setThanks(true);
  return (
    <>
      <Button busy={busy} onClick={() => setBusy(true)}>
        Send
      </Button>
      <Button>Other</Button>
      <Dialog title="Thanks" open={thanks} onClose={() => setThanks(false)}>
        <p>Sent</p>
      </Dialog>
    </>
  );
}

/**
 * Clicks the button. Browsers take the focus from a button that is disabled; in jsdom this function removes
 * it.
 */
async function send(): Promise<Site> {
  const site: Site = { finish: () => undefined, thank: () => undefined };
  render(<Sample site={site} />);
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  const busy = screen.getByRole('button', { name: 'Loading...' });
  expect(busy).toBeDisabled();
  busy.blur();
  expect(document.body).toHaveFocus();
  return site;
}

describe('a button that was busy', () => {
  it('gets back the focus that it lost while busy', async () => {
    const site = await send();
    act(() => site.finish());
    expect(screen.getByRole('button', { name: 'Send' })).toHaveFocus();
  });

  it('gets back the focus when a modal that opened meanwhile is closed', async () => {
    const site = await send();
    act(() => site.thank());
    act(() => site.finish());
    const close = screen.getByRole('button', { name: 'Close' });
    close.focus();
    await userEvent.click(close);
    expect(screen.getByRole('button', { name: 'Send' })).toHaveFocus();
  });

  it('does not take the focus from another element', async () => {
    const site = await send();
    screen.getByRole('button', { name: 'Other' }).focus();
    act(() => site.finish());
    expect(screen.getByRole('button', { name: 'Other' })).toHaveFocus();
  });
});
