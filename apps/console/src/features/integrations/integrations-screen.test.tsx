import type { WebhookEndpointRow } from '@meridian/contracts/operators/actions/webhooks';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderFor, serve } from '../../testing/console-server.tsx';
import { IntegrationsScreen } from './integrations-screen.tsx';

const endpoint: WebhookEndpointRow = {
  id: '019aa000-0000-7000-8000-000000000001',
  url: 'https://example.com/hooks',
  events: ['booking.confirmed'],
  personal_data: true,
  paused_by: 'failures',
  paused_at: '2026-11-25T06:30:00.000Z',
  created_at: '2026-11-20T06:30:00.000Z',
  due: 2,
  failed: 1,
};

it('shows the secret of a new endpoint', async () => {
  let endpoints: WebhookEndpointRow[] = [];
  const calls = serve(({ path }) => {
    if (path === '/webhook-endpoints') return { data: endpoints };
    if (path.startsWith('/webhook-attempts')) return { data: [] };
    endpoints = [{ ...endpoint, paused_by: null, paused_at: null }];
    return { data: { done: 'Endpoint added.', endpoint: endpoints[0], secret: 'whsec_c2VjcmV0' } };
  });
  renderFor('admin', <IntegrationsScreen />);
  await screen.findByText('No webhook endpoints.');
  await userEvent.click(screen.getByRole('button', { name: 'New endpoint' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Address (https)'), endpoint.url);
  await userEvent.click(dialog.getByLabelText('booking.confirmed'));
  await userEvent.click(dialog.getByRole('button', { name: 'Add endpoint' }));
  expect(await screen.findByText('whsec_c2VjcmV0')).toBeVisible();
  expect(calls.find(({ method }) => method === 'POST')).toMatchObject({
    path: '/actions/webhooks.add',
    body: { url: endpoint.url, events: ['booking.confirmed'], personal_data: false },
  });
  expect(await screen.findByText('No deliveries in the last 30 days.')).toBeVisible();
});

it('shows why an endpoint is paused, resumes it and retries a delivery', async () => {
  const calls = serve(({ path, method }) =>
    method === 'POST'
      ? { data: { done: 'Done.', endpoint, deliveries: 1 } }
      : {
          data:
            path === '/webhook-endpoints'
              ? [endpoint]
              : [
                  {
                    id: '1',
                    endpoint: endpoint.id,
                    delivery: '019aa000-0000-7000-8000-000000000002',
                    message: '019aa000-0000-7000-8000-000000000003',
                    event: 'booking.confirmed',
                    at: '2026-11-25T06:30:00.000Z',
                    duration_ms: 12,
                    status: 500,
                    answer: 'out of order',
                    state: 'failed',
                  },
                ],
        },
  );
  renderFor('admin', <IntegrationsScreen />);
  expect(await screen.findByText(/could not be delivered for three days/)).toBeVisible();
  expect(await screen.findByText('HTTP 500, 12 ms')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Resume' }));
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  const posted = calls.filter(({ method }) => method === 'POST').map(({ path, body }) => ({ path, body }));
  expect(posted).toEqual([
    { path: '/actions/webhooks.resume', body: { endpoint: endpoint.id } },
    {
      path: '/actions/webhooks.retry',
      body: { endpoint: endpoint.id, delivery: '019aa000-0000-7000-8000-000000000002' },
    },
  ]);
});
