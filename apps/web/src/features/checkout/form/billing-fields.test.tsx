import type { PriceData } from '@meridian/contracts/enrolment/price';
import { instance } from '@meridian/contracts/site/instance';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import {
  answerCalls,
  fillInPayer,
  openCheckout,
  openDialog,
  orderFor,
  payButton,
  putWidget,
  refusal,
  selection,
  success,
} from '../testing.tsx';

const priced: PriceData = {
  fee: 18_999,
  sub_total: 37_998,
  discount: 0,
  taxable: 37_998,
  cgst: 0,
  sgst: 0,
  utgst: 0,
  igst: 6_839.64,
  round_off: 0,
  gst_total: 6_839.64,
  total_fee: 44_837.64,
  seats_left: null,
  coupon: null,
};
const withSupplier = { '/api/price': () => success({ ...priced, supplier_state: '29' }) };
const opened = { ...withSupplier, '/api/checkout': () => success(orderFor(18_999)) };

const state = () => screen.findByLabelText('State');
const forCompany = () => screen.findByLabelText('I need a GST invoice for a company');

async function fillInCompany(change: Record<string, string> = {}): Promise<void> {
  await userEvent.click(await forCompany());
  const answers = {
    'Company name': 'Bright Mills Private Limited',
    GSTIN: '27aapfu0939f1zv',
    Address: '14 Mill Road, Mumbai',
    'PIN code': '400012',
    ...change,
  };
  for (const [label, text] of Object.entries(answers))
    await userEvent.type(await screen.findByLabelText(label), text);
}

describe('the state at the checkout', () => {
  it('is a required fifth field if invoices are issued', async () => {
    const calls = answerCalls(opened);
    const dialogs = putWidget();
    await openCheckout();
    await state();
    await fillInPayer();
    await userEvent.click(await payButton());
    expect(await screen.findByText('State is required')).toBeInTheDocument();
    expect(await state()).toHaveFocus();
    expect(calls.bodiesOf('/api/checkout')).toEqual([]);
    await userEvent.selectOptions(await state(), 'Goa');
    await openDialog(dialogs);
    expect(calls.bodiesOf('/api/checkout')[0]).toMatchObject({
      first_name: 'Asha',
      billing: { state: '30' },
    });
    expect(calls.bodiesOf('/api/checkout')[0]).not.toHaveProperty('state');
  });

  it('is absent and not sent if no invoices are issued', async () => {
    const calls = answerCalls({ ...opened, '/api/price': () => success(priced) });
    const dialogs = putWidget();
    await openCheckout();
    await fillInPayer();
    expect(screen.queryByLabelText('State')).not.toBeInTheDocument();
    await openDialog(dialogs);
    expect(calls.bodiesOf('/api/checkout')[0]).not.toHaveProperty('billing');
  });

  it('shows the server’s error message', async () => {
    const message = 'For a booking from outside India please write to us first.';
    answerCalls({
      ...withSupplier,
      '/api/checkout': () => refusal(message, 400, { 'billing.state': [message] }),
    });
    putWidget();
    await openCheckout();
    await fillInPayer();
    await userEvent.selectOptions(await state(), 'Outside India');
    await userEvent.click(await payButton());
    await waitFor(async () => expect(await state()).toHaveAccessibleDescription(message));
  });
});

describe('the company form', () => {
  it('asks whether the company is a unit in an SEZ, and gives the address to write to', async () => {
    const message = 'A booking for a unit in a Special Economic Zone (SEZ) cannot be paid online.';
    const calls = answerCalls({
      ...withSupplier,
      '/api/checkout': () => refusal(message, 400, { 'billing.company.sez': [message] }),
    });
    putWidget();
    await openCheckout();
    await fillInPayer();
    await fillInCompany();
    const question = screen.getByLabelText('Is it a unit in a Special Economic Zone (SEZ)?');
    await userEvent.selectOptions(question, 'Yes');
    const answer = await screen.findByText(/A booking for an SEZ unit cannot be paid online/);
    expect(within(answer).getByRole('link', { name: instance().contact.email })).toBeInTheDocument();
    await userEvent.click(await payButton());
    await waitFor(() => expect(question).toHaveAccessibleDescription(message));
    expect(calls.bodiesOf('/api/checkout')[0]).toMatchObject({ billing: { company: { sez: true } } });
  });

  it('warns about a PIN code of another state, but accepts it', async () => {
    const calls = answerCalls(opened);
    const dialogs = putWidget();
    await openCheckout();
    await fillInPayer();
    await fillInCompany({ 'PIN code': '560025' });
    expect(await screen.findByText(/560025 does not seem to be in Maharashtra/)).toBeInTheDocument();
    await openDialog(dialogs);
    expect(calls.bodiesOf('/api/checkout')[0]).toMatchObject({ billing: { company: { pin: '560025' } } });
  });
});

describe('the address of a person', () => {
  it('is asked for from 50,000 rupees, and sent', async () => {
    const calls = answerCalls({ ...opened, '/api/checkout': () => success(orderFor(18_999, 3)) });
    const dialogs = putWidget();
    await openCheckout({ ...selection, course_qty: 3 });
    await fillInPayer();
    await userEvent.selectOptions(await state(), 'Goa');
    await userEvent.click(await payButton());
    expect(await screen.findByText('Address is required')).toBeInTheDocument();
    await userEvent.type(screen.getByLabelText('Address'), '7 Beach Road, Panaji');
    await userEvent.type(screen.getByLabelText('PIN code'), '403 001');
    await openDialog(dialogs);
    expect(calls.bodiesOf('/api/checkout')[0]).toMatchObject({
      billing: { state: '30', address: { address: '7 Beach Road, Panaji', pin: '403001' } },
    });
  });

  it('is not asked for below 50,000 rupees', async () => {
    answerCalls(opened);
    putWidget();
    await openCheckout();
    await state();
    expect(screen.queryByLabelText('Address')).not.toBeInTheDocument();
  });
});

describe('an invoice for a company', () => {
  it('has the state of the GSTIN by default, and sends the GSTIN in its registered form', async () => {
    const calls = answerCalls(opened);
    const dialogs = putWidget();
    await openCheckout();
    await fillInPayer();
    await fillInCompany({ 'Purchase order (PO) number (optional)': 'PO-7' });
    expect(await state()).toHaveValue('27');
    await openDialog(dialogs);
    const [{ billing } = {}] = calls.bodiesOf('/api/checkout');
    expect(billing).toMatchObject({
      state: '27',
      company: {
        legal_name: 'Bright Mills Private Limited',
        gstin: '27AAPFU0939F1ZV',
        pin: '400012',
        po_number: 'PO-7',
      },
    });
  });

  it('warns if another state is chosen, but accepts it', async () => {
    const calls = answerCalls(opened);
    const dialogs = putWidget();
    await openCheckout();
    await fillInPayer();
    await userEvent.selectOptions(await state(), 'Karnataka');
    await fillInCompany();
    expect(await screen.findByText(/This GSTIN belongs to Maharashtra/)).toBeInTheDocument();
    await openDialog(dialogs);
    expect(calls.bodiesOf('/api/checkout')[0]).toMatchObject({ billing: { state: '29' } });
    await userEvent.click(screen.getByRole('button', { name: 'Use Maharashtra' }));
    expect(await state()).toHaveValue('27');
    expect(screen.queryByText(/This GSTIN belongs to/)).not.toBeInTheDocument();
  });

  it('says that a GSTIN has a typing error, and sends nothing', async () => {
    const calls = answerCalls(opened);
    putWidget();
    await openCheckout();
    await fillInPayer();
    await userEvent.selectOptions(await state(), 'Maharashtra');
    await fillInCompany({ GSTIN: '27AAPFU0939F1ZW' });
    await userEvent.click(await payButton());
    expect(await screen.findByText('This GSTIN is incomplete or has a typing error')).toBeInTheDocument();
    expect(calls.bodiesOf('/api/checkout')).toEqual([]);
  });
});
