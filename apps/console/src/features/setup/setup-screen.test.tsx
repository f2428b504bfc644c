import type { SetupStepRow } from '@meridian/contracts/operators/console/setup';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderFor, serve } from '../../testing/console-server.tsx';
import { SetupScreen } from './setup-screen.tsx';

const domain: SetupStepRow = {
  id: 'domain',
  title: 'Domain and TLS',
  is_required: true,
  text: 'A host name. `ops setup` asks for it.',
  state: 'failed',
  message: 'https://academy.example does not answer.',
  checked_at: '2026-11-28T06:30:00.000Z',
  passed_at: null,
  checked_by: 'meera@example.com',
};
const url = 'https://academy.example/api/reached/1-2';

/**
 * Stubs the console's server and the site. @param site response of the site's address; undefined for no
 * response
 */
function serveSetup(site: { status?: number; message?: string } | undefined) {
  let step = domain;
  const calls = serve(({ path }) => {
    if (path === url) return site ?? 'lost';
    if (path === '/setup/reach') return { data: { url } };
    if (path === '/setup') return { data: [step] };
    step = { ...domain, state: 'passed', message: "An operator's browser reached it." };
    return { data: { done: 'Passed.', steps: [] } };
  });
  renderFor('admin', <SetupScreen />);
  return calls;
}
const press = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Check from this browser' }));

it('fetches the address of the site, then checks the step', async () => {
  const calls = serveSetup({});
  await press();
  expect(await screen.findByText("An operator's browser reached it.")).toBeVisible();
  const made = calls.map(({ path }) => path).filter((path) => path !== '/setup');
  expect(made).toEqual(['/setup/reach', url, '/actions/setup.check']);
  expect(screen.getByText('ops setup', { selector: 'li code' })).toBeVisible();
});

it.each([
  [
    { status: 409, message: 'The request arrived as one to http://academy.example.' },
    /arrived as one to http:/,
  ],
  [undefined, /This browser cannot reach the site at https:\/\/academy\.example/],
])('shows why the site cannot be reached, and does not check the step', async (answer, sentence) => {
  const calls = serveSetup(answer);
  await press();
  await vi.waitFor(() =>
    expect(
      screen
        .getAllByRole('alert')
        .map((one) => one.textContent)
        .join(),
    ).toMatch(sentence),
  );
  expect(calls.map(({ path }) => path)).not.toContain('/actions/setup.check');
});
