import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** Imports `toast.tsx` with a toast library that fails to load. */
async function withoutLibrary() {
  vi.doMock('./toast-area.tsx', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  return import('./toast.tsx');
}

beforeEach(() => vi.resetModules());
afterEach(() => vi.doUnmock('./toast-area.tsx'));

describe('a message whose toast cannot be loaded', () => {
  it('is shown as a plain message, closes on a click, and leaves the page unchanged', async () => {
    const { ToastHost, toasts } = await withoutLibrary();
    render(
      <>
        <h1>The page</h1>
        <ToastHost />
      </>,
    );
    act(() => toasts.success('It is done'));
    const message = await screen.findByRole('status');
    expect(message).toHaveTextContent('It is done');
    expect(screen.getByRole('heading')).toBeInTheDocument();
    await userEvent.click(message);
    expect(screen.queryByText('It is done')).not.toBeInTheDocument();
  });

  it('is not shown by `tell`, which returns false', async () => {
    const { ToastHost, toasts } = await withoutLibrary();
    render(<ToastHost />);
    await act(async () => expect(await toasts.tell('error', 'It failed')).toBe(false));
    expect(screen.queryByText('It failed')).not.toBeInTheDocument();
  });

  it('is shown as a toast if the library has loaded meanwhile', async () => {
    const { ToastHost, toasts } = await withoutLibrary();
    render(<ToastHost />);
    await act(async () => expect(await toasts.tell('error', 'It failed')).toBe(false));
    vi.doUnmock('./toast-area.tsx');
    vi.resetModules();
    const fresh = await import('./toast.tsx');
    render(<fresh.ToastHost />);
    await act(async () => expect(await fresh.toasts.tell('error', 'It failed again')).toBe(true));
    expect(await screen.findByText('It failed again')).toBeInTheDocument();
  });
});
