import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { deskApi } from '../api/desk-api.ts';
import { type Asked, renderFor, serve } from '../testing/console-server.tsx';
import { ActionButton, ActionDialog, WhatHappens } from './act.tsx';
import { TextField } from './form-fields.tsx';

const done = { data: { done: 'EARLY is ended.' } };
const isAction = ({ path }: Asked) => path === '/actions/coupons.end';
const keysOf = (requested: Asked[]) => requested.filter(isAction).map(({ key }) => key);

const End = () => (
  <ActionButton action="coupons.end" input={{ code: 'EARLY' }}>
    End job
  </ActionButton>
);
const click = () => userEvent.click(screen.getByRole('button', { name: 'End job' }));

it('sends an action with its input and an idempotency key, and shows the result', async () => {
  const requested = serve(() => done);
  renderFor('finance', <End />);
  await click();
  expect(await screen.findByText('EARLY is ended.')).toBeVisible();
  expect(requested).toMatchObject([
    { method: 'POST', path: '/actions/coupons.end', body: { code: 'EARLY' } },
  ]);
  expect(requested[0]?.key).toMatch(/^[\da-f-]{36}$/);
});

it('retries an action after a lost response with the same key, and runs the next action with a new key', async () => {
  let calls = 0;
  const requested = serve(() => {
    calls += 1;
    return calls === 1 ? 'lost' : done;
  });
  renderFor('finance', <End />);
  await click();
  expect(await screen.findByText(/cannot be reached/)).toBeVisible();
  await click();
  await screen.findByText('EARLY is ended.');
  await click();
  await waitFor(() => expect(keysOf(requested)).toHaveLength(3));
  const [first, second, third] = keysOf(requested);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

it('asks for a second-factor code if it is required, and retries the action with the same key', async () => {
  let isSteppedUp = false;
  const requested = serve(({ path }) => {
    if (path === '/step-up') {
      isSteppedUp = true;
      return { data: {} };
    }
    return isSteppedUp
      ? done
      : { status: 403, message: 'Please enter a code.', errors: { step_up: ['needed'] } };
  });
  renderFor('finance', <End />);
  await click();
  await userEvent.type(await screen.findByLabelText(/Code of your authenticator/), '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('EARLY is ended.')).toBeVisible();
  expect(requested.find(({ path }) => path === '/step-up')?.body).toEqual({ code: '123456' });
  const [before, after] = keysOf(requested);
  expect(after).toBe(before);
});

it('does not run the action if no code is given', async () => {
  const requested = serve(() => ({
    status: 403,
    message: 'Please enter a code.',
    errors: { step_up: ['needed'] },
  }));
  renderFor('finance', <End />);
  await click();
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.getByText('Please enter a code.')).toBeVisible());
  expect(keysOf(requested)).toHaveLength(1);
});

function Coupons() {
  const { data = [] } = deskApi.useCouponsQuery({ all: false });
  return <p>{data.length} coupons</p>;
}

it('refetches the data that the action changes, even if the action was refused', async () => {
  let isRefused = false;
  const requested = serve(({ method }) => {
    if (method === 'GET') return { data: [] };
    return isRefused ? { status: 409, message: 'EARLY was ended already.' } : done;
  });
  renderFor(
    'finance',
    <>
      <Coupons />
      <End />
    </>,
  );
  const reads = () => requested.filter(({ method }) => method === 'GET').length;
  await waitFor(() => expect(reads()).toBe(1));
  await click();
  await waitFor(() => expect(reads()).toBe(2));
  isRefused = true;
  await click();
  expect(await screen.findByText('EARLY was ended already.')).toBeVisible();
  await waitFor(() => expect(reads()).toBe(3));
});

it('shows each error at its field, focuses the field, and lists errors without a field', async () => {
  serve(() => ({
    status: 400,
    message: 'Please check the input.',
    errors: { 'billing.pin': ['A PIN code has six digits'], min_seats: ['An order has at most 50 seats'] },
  }));
  const onClose = vi.fn();
  renderFor(
    'finance',
    <ActionDialog
      title="End EARLY"
      label="End coupon"
      action="coupons.end"
      inputOf={() => ({ code: 'EARLY' })}
      onClose={onClose}
    >
      <TextField id="pin" name="pin" label="PIN code" />
    </ActionDialog>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'End coupon' }));
  await waitFor(() => expect(screen.getByLabelText('PIN code')).toHaveFocus());
  expect(screen.getByLabelText('PIN code')).toHaveAccessibleDescription('A PIN code has six digits');
  const alert = screen.getAllByRole('alert').find(({ textContent }) => textContent?.startsWith('Please'));
  expect(alert).toHaveTextContent(/^Please check the input. min seats: An order has at most 50 seats.$/);
  expect(onClose).not.toHaveBeenCalled();
});

const Ending = ({ onClose }: { onClose(): void }) => (
  <ActionDialog
    title="End EARLY"
    label="End coupon"
    action="coupons.end"
    inputOf={() => ({ code: 'EARLY' })}
    onClose={onClose}
  >
    <TextField id="pin" name="pin" label="PIN code" defaultValue="560025" />
    <input type="checkbox" aria-label="All seats" />
  </ActionDialog>
);

it('a dialog closes with Escape, and asks for confirmation if something was typed', async () => {
  serve(() => done);
  const onClose = vi.fn();
  const confirm = vi.fn(() => false);
  vi.stubGlobal('confirm', confirm);
  renderFor('finance', <Ending onClose={onClose} />);
  await userEvent.click(screen.getByLabelText('PIN code'));
  await userEvent.keyboard('1{Escape}');
  expect(confirm).toHaveBeenCalledOnce();
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.keyboard('{Backspace}{Escape}');
  expect(confirm).toHaveBeenCalledOnce();
  expect(onClose).toHaveBeenCalledOnce();
});

it('a dialog stays open while its action runs', async () => {
  serve(() => done);
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const onClose = vi.fn();
  renderFor('finance', <Ending onClose={onClose} />);
  await userEvent.click(screen.getByRole('button', { name: 'End coupon' }));
  await userEvent.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
});

it.each([
  [false, 'The payer gets an email.This server sends no emails, because no mail server is set.'],
  [true, 'The payer gets an email.'],
])('the consequences of an action are true for a server that sends emails: %s', (sendsEmails, text) => {
  renderFor(
    'finance',
    <WhatHappens>
      <li>The payer gets an email.</li>
    </WhatHappens>,
    { sendsEmails },
  );
  expect(screen.getByRole('list', { name: 'Effects' }).textContent).toBe(text);
});
