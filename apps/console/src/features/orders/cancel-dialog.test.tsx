import type { OrderPage } from '@meridian/contracts/operators/console/orders';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderFor, serve } from '../../testing/console-server.tsx';
import { CancelDialog } from './cancel-dialog.tsx';

const ravi = { name: 'Ravi Menon', email: 'ravi@example.com' };
const zoe = { name: 'Zoë', email: 'zoe@example.com' };
const order = { id: 'order-1', seats: 2, cancelled_seats: 0, attendees: [ravi, zoe] } as unknown as OrderPage;
const plan = { seats: 1, seats_left: 1, value_paise: 100, requested_paise: 100, upstream_notified: true };
const confirm = '0'.repeat(16);

it('asks which attendees lose their seats if some seats are cancelled, and sends their addresses', async () => {
  const requested = serve(({ path, body }) => {
    if (!path.endsWith('/preview')) return { data: { done: '1 seat is cancelled.', order: {} } };
    const { attendees } = body as { attendees: string[] };
    if (attendees.length > 0) return { data: { done: '', confirm, plan } };
    return { status: 400, message: 'Choose 1 person who leaves' };
  });
  renderFor('finance', <CancelDialog order={order} onClose={() => undefined} />);
  expect(await screen.findByText('Choose 1 person who leaves')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Cancel 1 seat' })).toBeDisabled();
  await userEvent.click(screen.getByRole('checkbox', { name: /Zoë/ }));
  await userEvent.type(screen.getByLabelText(/^Reason/), 'one is ill');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel 1 seat' }));
  expect(await screen.findByText('1 seat is cancelled.')).toBeVisible();
  await waitFor(() =>
    expect(requested.find(({ path }) => path === '/actions/orders.cancel')?.body).toEqual({
      id: 'order-1',
      seats: 1,
      by_policy: false,
      attendees: [zoe.email],
      note: 'one is ill',
      confirm,
    }),
  );
});

it('does not ask which attendees lose their seats if all seats are cancelled', async () => {
  serve(() => ({ data: { done: '', confirm, plan } }));
  renderFor('finance', <CancelDialog order={order} onClose={() => undefined} />);
  await userEvent.selectOptions(screen.getByLabelText(/Seats to cancel/), '2');
  expect(screen.queryByText('Attendees to remove')).not.toBeInTheDocument();
});
