import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderFor, serve } from '../../testing/console-server.tsx';
import { ExportAll } from './export-all.tsx';

const saved = vi.fn<(name: string) => void>();
beforeEach(() => {
  saved.mockClear();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved(this.download);
  });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:archive');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
});
const press = () => userEvent.click(screen.getByRole('button', { name: 'Export all data' }));

it('saves the archive after a second-factor code', async () => {
  let isSteppedUp = false;
  const calls = serve(({ path }) => {
    if (path === '/step-up') isSteppedUp = true;
    return isSteppedUp
      ? {}
      : { status: 403, message: 'Please enter a code.', errors: { step_up: ['needed'] } };
  });
  renderFor('admin', <ExportAll />);
  await press();
  await userEvent.type(await screen.findByLabelText(/code/i), '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Exported. The audit log records the export.')).toBeVisible();
  expect(calls.filter(({ path }) => path === '/export')).toHaveLength(2);
  expect(saved.mock.calls).toEqual([[expect.stringMatching(/^export-\d{4}-\d\d-\d\d\.zip$/)]]);
});

it('saves nothing if the download breaks off, and shows an error', async () => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(10));
      controller.error(new TypeError('network error'));
    },
  });
  vi.stubGlobal('fetch', async () => new Response(body));
  renderFor('admin', <ExportAll />);
  await press();
  expect(await screen.findByText(/The download broke off and nothing was saved\./)).toBeVisible();
  expect(saved).not.toHaveBeenCalled();
});
