import type { LeadRow } from '@meridian/contracts/operators/console/leads';
import { setupListeners } from '@reduxjs/toolkit/query';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { store } from '../../api/store.ts';
import { renderFor, serve } from '../../testing/console-server.tsx';
import { LeadsScreen } from './leads-screen.tsx';

const stopListening = setupListeners(store.dispatch);
afterAll(stopListening);

const leadNamed = (name: string): LeadRow => ({
  id: name,
  form: 'contact_us',
  name,
  email: 'a***@example.com',
  phone: '',
  course: '',
  forward_state: 'saved',
  crm_state: 'dead',
  last_error: null,
  received_at: '2026-11-25T06:30:00.000Z',
});

let names: string[];

beforeEach(() => {
  // jsdom has no layout, and rows out of sight are not rendered.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(800);
  names = ['Asha', 'Ravi'];
  serve(({ path }) =>
    path.startsWith('/leads?')
      ? { data: { rows: names.map(leadNamed), next: null, count: names.length } }
      : { data: path === '/leads/filters' ? { courses: [], sources: [] } : [] },
  );
});
afterEach(() => {
  vi.useRealTimers();
});

it('refetches the list when the window gets the focus, and keeps the selection', async () => {
  renderFor('desk', <LeadsScreen />, { address: '/leads?state=dead' });
  await userEvent.click(await screen.findByLabelText('Choose Ravi'));
  names = ['Meera', ...names];
  act(() => {
    window.dispatchEvent(new Event('focus'));
  });
  expect(await screen.findByText('Meera')).toBeVisible();
  expect(screen.getByLabelText('Choose Ravi')).toBeChecked();
  expect(screen.getByLabelText('Choose Asha')).not.toBeChecked();
});

it('refetches the list while it is open', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  renderFor('desk', <LeadsScreen />, { address: '/leads?state=dead' });
  await screen.findByText('Asha');
  names = ['Meera', ...names];
  await act(() => vi.advanceTimersByTimeAsync(15_000));
  expect(await screen.findByText('Meera')).toBeVisible();
});
