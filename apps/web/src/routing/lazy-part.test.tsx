import { ErrorBoundary } from '@meridian/ui/error-boundary';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { lazyPart, preloadParts } from './lazy-part.tsx';
import { lazyScreen } from './lazy-screen.tsx';

const Field = () => <input aria-label="Name" onInput={() => document.body.setAttribute('data-typed', '')} />;

/** Loads the field after some failed attempts. @param tries number of failed attempts */
function failing(tries: number) {
  return vi.fn(async () => {
    if (load.mock.calls.length <= tries) throw new TypeError('Failed to fetch dynamically imported module');
    return Field;
  });
}
let load: ReturnType<typeof failing>;
let root: Root | undefined;

afterEach(() => {
  act(() => root?.unmount());
  document.body.replaceChildren();
});

describe('a component that is mounted after the first page', () => {
  it('loads without an interaction', async () => {
    performance.mark('hydrated');
    load = failing(0);
    const Part = lazyPart(load, <p>Loading...</p>);
    await act(async () => void render(<Part />));
    expect(await screen.findByLabelText('Name')).toBeInTheDocument();
  });
});

describe('a component whose code fails to load', () => {
  it('offers a retry beside the server’s markup, and keeps what was typed into it', async () => {
    load = failing(0);
    const Part = lazyPart(load);
    await preloadParts();
    const place = document.createElement('div');
    place.innerHTML = renderToString(<Part />);
    document.body.append(place);

    load = failing(1);
    const Browsers = lazyPart(load);
    await userEvent.type(screen.getByLabelText('Name'), 'Asha');
    await act(async () => {
      root = hydrateRoot(place, <Browsers />);
    });
    fireEvent.pointerDown(document.body);
    const button = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByLabelText('Name')).toHaveValue('Asha');
    await userEvent.click(button);
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
    expect(load).toHaveBeenCalledTimes(2);
    const field = screen.getByLabelText('Name');
    expect(field).toHaveValue('Asha');
    await userEvent.type(field, '!');
    expect(document.body).toHaveAttribute('data-typed');
  });

  it('loads automatically when the network is back', async () => {
    load = failing(1);
    const Part = lazyPart(load, <p>Loading...</p>);
    await act(async () => {
      render(<Part />);
      fireEvent.pointerDown(document.body);
    });
    await screen.findByRole('button', { name: 'Try again' });
    expect(screen.queryByText('Loading...')).not.toBeInTheDocument();
    await act(async () => window.dispatchEvent(new Event('online')));
    expect(await screen.findByLabelText('Name')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  });
});

describe('a screen whose code fails to load', () => {
  it('shows an error without a reload while the site is unreachable, and loads at the next attempt', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch');
    });
    load = failing(1);
    const Screen = lazyScreen('screen.tsx', load);
    await act(async () => {
      render(
        <ErrorBoundary>
          <Screen />
        </ErrorBoundary>,
      );
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByLabelText('Name')).toBeInTheDocument();
    expect(load).toHaveBeenCalledTimes(2);
  });
});
