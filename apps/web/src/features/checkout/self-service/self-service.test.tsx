import type { ChangeableBooking, ChangesData, ManageData } from '@meridian/contracts/enrolment/self-service';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { openSite } from '../../../testing/site.tsx';
import { answerCalls, putWidget, receipt, receiptPath, refusal, success } from '../testing.tsx';

await Promise.all([
  import('./change-booking.tsx'),
  import('./manage-booking.tsx'),
  import('./find-bookings.tsx'),
  import('./your-data.tsx'),
]);

const receiptCall = `/api/receipts/${receiptPath.slice('/receipt/'.length)}`;
const link = 'cd'.repeat(20);
const linkCall = `/api/manage/${link}`;
const ravi = { name: 'Ravi Menon', email: 'ravi@example.com' };
const batch = { start_time: '09:00', end_time: '18:00', day_type: 'weekend', online_class_room: 'Zoom' };
const booking: ChangeableBooking = {
  course_name: 'Leading SAFe',
  start_date: '2026-12-12',
  end_date: '2026-12-13',
  seats: 2,
  attendees: [ravi],
  changes: ['attendees', 'cancel', 'move'],
  receipt_path: receiptPath,
  cancel: [
    { seats: 1, price: 22_418.82, percent: 50, refund: 11_209.41 },
    { seats: 2, price: 44_837.64, percent: 50, refund: 22_418.82 },
  ],
  move: [
    {
      ...batch,
      course_schedule_id: 101417991219,
      start_date: '2026-12-19',
      end_date: '2026-12-20',
      city: '',
      instructor_name: 'Kavya Raghunathan',
      seat_price: 22_418.82,
      difference: 0,
      refund: 0,
      by: 'link',
    },
    {
      ...batch,
      course_schedule_id: 101417991220,
      start_date: '2026-12-26',
      end_date: '2026-12-27',
      city: '',
      instructor_name: 'Kavya Raghunathan',
      seat_price: 20_058.82,
      difference: -2_360,
      refund: 2_360,
      by: 'link',
    },
    {
      ...batch,
      course_schedule_id: 101417991226,
      start_date: '2027-01-09',
      end_date: '2027-01-09',
      city: 'Pune',
      instructor_name: 'Devika Menon',
      seat_price: 23_598.82,
      difference: 1_180,
      refund: 0,
      by: 'request',
    },
    {
      ...batch,
      course_schedule_id: 101417991233,
      start_date: '2027-01-16',
      end_date: '2027-01-17',
      city: '',
      instructor_name: 'Devika Menon',
      seat_price: 24_778.82,
      difference: 2_360,
      refund: 0,
      by: 'pay',
    },
  ],
};
const open: ManageData = { state: 'open', expires_at: '2026-11-22T10:45:00.000Z', booking };

/** Opens an emailed link. @param answers responses to the change */
async function openLink(
  data: ManageData,
  onChange: () => Response = () => success({ outcome: 'done', receipt_path: receiptPath }),
) {
  const calls = answerCalls({
    [receiptCall]: () => success(receipt),
    [`${receiptCall}/manage-link`]: () => success({ email_hint: 'a…@example.in', minutes: 15 }),
    [linkCall]: (body) => (Object.keys(body).length > 0 ? onChange() : success(data)),
  });
  await openSite(`${receiptPath}/change#manage=${link}`, {});
  await screen.findByText('Change your booking', {}, { timeout: 5_000 });
  return { ...calls, made: () => calls.bodiesOf(linkCall).filter((body) => Object.keys(body).length > 0) };
}

const choose = async (label: RegExp) => userEvent.click(await screen.findByRole('radio', { name: label }));
const press = async (name: RegExp) => userEvent.click(await screen.findByRole('button', { name }));

describe('an emailed link on the receipt', () => {
  it('shows the refund before the cancellation, and sends the displayed amount with it', async () => {
    const calls = await openLink(open);
    await waitFor(() => expect(screen.getByText('Change your booking')).toHaveFocus());
    expect(calls.made()).toEqual([]);
    await choose(/Cancel seats/);
    expect(screen.getByText('₹22,418.82 is refunded')).toBeInTheDocument();
    await userEvent.selectOptions(screen.getByLabelText('Seats to cancel'), '1');
    expect(screen.getByText('₹11,209.41 is refunded')).toBeInTheDocument();
    await press(/^Cancel 1 seat$/);
    expect(await screen.findByText(/seats are cancelled/)).toHaveFocus();
    expect(calls.made()).toEqual([{ change: 'cancel', seats: 1, expected_refund: 11_209.41 }]);
    // The receipt is refetched.
    await waitFor(() =>
      expect(calls.sent.filter(({ path }) => path === receiptCall).length).toBeGreaterThan(1),
    );
  });

  it('asks whose seats are cancelled if more people are named than seats remain', async () => {
    const zoe = { name: 'Zoë Łukasiewicz', email: 'zoe@example.com' };
    const calls = await openLink({ ...open, booking: { ...booking, attendees: [ravi, zoe] } });
    await choose(/Cancel seats/);
    expect(screen.queryByText('Who will no longer attend?')).not.toBeInTheDocument();
    await userEvent.selectOptions(screen.getByLabelText('Seats to cancel'), '1');
    await press(/^Cancel 1 seat$/);
    expect(await screen.findByText('Please choose 1 person.')).toBeInTheDocument();
    expect(calls.made()).toEqual([]);
    await userEvent.click(screen.getByRole('checkbox', { name: /Zoë/ }));
    await press(/^Cancel 1 seat$/);
    expect(await screen.findByText(/seats are cancelled/)).toBeInTheDocument();
    expect(calls.made()).toEqual([
      { change: 'cancel', seats: 1, expected_refund: 11_209.41, attendees: [zoe.email] },
    ]);
  });

  it('requests a move to a batch in another place', async () => {
    const calls = await openLink(open, () => success({ outcome: 'requested', receipt_path: receiptPath }));
    await choose(/Move to another batch/);
    await choose(/Sat 9 Jan 2027.*We have to confirm this move/);
    await press(/Ask us to move/);
    expect(await screen.findByText(/does not change until we confirm/)).toHaveFocus();
    expect(calls.made()).toEqual([{ change: 'move', course_schedule_id: 101417991226 }]);
  });

  it('shows the refund of a move to a cheaper batch, and sends the displayed amount with it', async () => {
    const calls = await openLink(open, () => success({ outcome: 'requested', receipt_path: receiptPath }));
    await choose(/Move to another batch/);
    await choose(/Sat 26 Dec 2026.*₹2,360 less\. ₹2,360 is refunded/);
    await press(/Move the booking/);
    await waitFor(() =>
      expect(calls.made()).toEqual([
        { change: 'move', course_schedule_id: 101417991220, expected_refund: 2_360 },
      ]),
    );
  });

  it('takes the payment for a more expensive batch, and shows the refund that follows', async () => {
    const dialogs = putWidget();
    const checkout = {
      order_id: 'order_1',
      key_id: 'rzp_test_x',
      amount: 5_900_000,
      currency: 'INR',
      fee: 25_000,
      sub_total: 50_000,
      gst_total: 9_000,
      total_fee: 59_000,
      receipt_path: `/receipt/${'c'.repeat(40)}`,
      held_seconds: 900,
      held_until: '2026-12-01T10:45:00.000Z',
    };
    const calls = await openLink(open, () =>
      success({ outcome: 'to_pay', checkout, refund_after: 44_837.64, receipt_path: receiptPath }),
    );
    await choose(/Move to another batch/);
    await choose(/Sat 16 Jan 2027.*₹2,360 more/);
    await press(/Continue/);
    const told = await screen.findByText(/new dates cost/);
    expect(told).toHaveFocus();
    expect(told).toHaveTextContent(/₹59,000 .*₹44,837.64 is refunded. Until then nothing changes/);
    expect(screen.getByText(/2 seats are held/)).toHaveTextContent('until 4:15 pm IST');
    expect(calls.made()).toEqual([{ change: 'move', course_schedule_id: 101417991233 }]);
    await press(/Pay ₹59,000/);
    await waitFor(() => expect(dialogs).toHaveLength(1));
    expect(dialogs[0]?.options).toMatchObject({ amount: 5_900_000, order_id: 'order_1' });
    // The hold of 900 seconds less two minutes, and the seconds since the order was opened.
    expect(dialogs[0]?.options.timeout).toBeLessThanOrEqual(780);
    expect(dialogs[0]?.options.timeout).toBeGreaterThan(700);
    // Closed and opened again: the dialog never outlasts the hold of the seats.
    act(() => dialogs[0]?.options.modal.ondismiss());
    expect(await screen.findByText(/payment window was closed/)).toBeInTheDocument();
    const opened = Date.now();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(opened + 5 * 60_000);
    await press(/Pay ₹59,000/);
    await waitFor(() => expect(dialogs).toHaveLength(2));
    expect(dialogs[1]?.options.timeout).toBeLessThanOrEqual(480);
    act(() => dialogs[1]?.options.modal.ondismiss());
    clock.mockReturnValue(opened + 12 * 60_000);
    await press(/Pay ₹59,000/);
    expect(await screen.findByText(/no longer held for you/)).toBeInTheDocument();
    expect(dialogs).toHaveLength(2);
    clock.mockRestore();
  });

  it('replaces the attendees', async () => {
    const calls = await openLink(open);
    await choose(/Change the attendees/);
    const name = await screen.findByLabelText('Name, person 1');
    expect(name).toHaveValue(ravi.name);
    await userEvent.clear(name);
    await press(/Change the attendees/);
    expect(calls.made()).toEqual([]);
    await userEvent.type(name, 'Zoë');
    await press(/Change the attendees/);
    expect(await screen.findByText(/attendees are changed/)).toBeInTheDocument();
    expect(calls.made()).toEqual([{ change: 'attendees', attendees: [{ ...ravi, name: 'Zoë' }] }]);
  });

  it('shows why a change was refused, and stays open', async () => {
    await openLink(open, () => refusal('This batch is sold out.', 409));
    await choose(/Move to another batch/);
    await choose(/Sat 19 Dec 2026/);
    await press(/Move the booking/);
    expect(await screen.findByText('This batch is sold out.')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('button', { name: /Move the booking/ })).toBeEnabled());
  });

  it.each([
    ['used', /already been used/],
    ['expired', /older than 15 minutes/],
  ] as const)('that is %s offers a new link', async (state, words) => {
    await openLink({ state, expires_at: open.expires_at });
    expect(await screen.findByText(words)).toBeInTheDocument();
    await press(/Send a new link/);
    expect(await screen.findByText(/sent a link to a…@example.in/)).toBeInTheDocument();
  });
});

describe('a change of a booking', () => {
  async function openReceipt(data: ChangesData, more: Parameters<typeof answerCalls>[0] = {}) {
    const calls = answerCalls({
      [receiptCall]: () => success(receipt),
      [`${receiptCall}/changes`]: () => success(data),
      ...more,
    });
    await openSite(receiptPath, {});
    await userEvent.click(await screen.findByText('Change or cancel this booking'));
    return calls;
  }
  const changes = booking.changes;

  it('starts with a link to the order’s email address', async () => {
    await openReceipt(
      { by: 'link', email_hint: 'a…@example.in', changes },
      { [`${receiptCall}/manage-link`]: () => success({ email_hint: 'a…@example.in', minutes: 15 }) },
    );
    await press(/Send a link to a…@example.in/);
    expect(await screen.findByText(/You can use it once, within 15 minutes/)).toBeInTheDocument();
  });

  it('is sent as a request if no emails are sent', async () => {
    const path = `${receiptCall}/requests`;
    const calls = await openReceipt(
      { by: 'operator', email_hint: 'a…@example.in', changes, booking },
      { [path]: () => success({ outcome: 'requested', receipt_path: receiptPath }) },
    );
    await choose(/Cancel seats/);
    await press(/Ask us to cancel 2 seats/);
    expect(await screen.findByText(/We have received your request/)).toBeInTheDocument();
    expect(calls.bodiesOf(path)).toEqual([{ change: 'cancel', seats: 2, expected_refund: 22_418.82 }]);
  });

  it('is refused with the reason if it is not possible', async () => {
    await openReceipt({ by: 'link', email_hint: 'a…', changes: [], closed: 'The payment is disputed.' });
    expect(await screen.findByText('The payment is disputed.')).toBeInTheDocument();
  });
});

describe('the page for lost links', () => {
  it('refuses an invalid address, and does not say whether a valid address has bookings', async () => {
    const calls = answerCalls({
      '/api/receipts/lost': () => refusal('This booking page does not exist.', 404),
      '/api/receipt-links': () => success({ by: 'mail' }),
    });
    await openSite('/receipt/lost', {});
    expect(await screen.findByRole('heading', { name: 'Your bookings and your data' })).toBeInTheDocument();
    await userEvent.type(await screen.findByLabelText('Email address of the booking'), 'asha@');
    await press(/Send me the links/);
    expect(screen.getByText(/invalid/)).toBeInTheDocument();
    await userEvent.type(screen.getByLabelText('Email address of the booking'), 'example.in');
    await press(/Send me the links/);
    expect(await screen.findByText(/If there are bookings with this address/)).toBeInTheDocument();
    expect(calls.bodiesOf('/api/receipt-links')).toEqual([{ email: 'asha@example.in' }]);
  });
});

describe('the page for a person’s own data', () => {
  const noReceipt = { '/api/receipts/lost': () => refusal('This booking page does not exist.', 404) };
  const dataCall = `/api/data-requests/${link}`;
  const held = {
    enquiries: [
      { form: 'Contact us', received_at: '2026-11-01T10:30:00Z', details: { phone_number: '98450 12345' } },
    ],
    bookings: [],
    attended: [{ course_name: 'Leading SAFe', start_date: '2026-12-12' }],
    consents: [{ channel: 'email', given_at: '2026-11-01T10:30:00Z' }],
    mails: 2,
  };

  it.each([
    ['Show me my data', 'access'],
    ['Erase my data', 'erasure'],
  ])('"%s" requests a link, and does not say whether data is held', async (name, kind) => {
    const calls = answerCalls({ ...noReceipt, '/api/data-requests': () => success({ by: 'mail' }) });
    await openSite('/receipt/lost', {});
    await userEvent.type(await screen.findByLabelText('Your email address'), 'asha@example.in');
    await press(new RegExp(name));
    expect(await screen.findByText(/If we hold anything about this address/)).toBeInTheDocument();
    expect(calls.bodiesOf('/api/data-requests')).toEqual([{ email: 'asha@example.in', kind }]);
  });

  it('shows the held data, and requests the erasure once', async () => {
    let requested = 0;
    const calls = answerCalls({
      ...noReceipt,
      [dataCall]: () => {
        requested += 1;
        const shown = { kind: 'erasure', state: 'open', expires_at: '2026-11-22T10:45:00Z', held };
        return success(requested === 1 ? shown : { due_at: '2026-12-22T10:30:00Z' });
      },
    });
    await openSite(`/receipt/lost#data=${link}`, {});
    expect(await screen.findByText('98450 12345')).toBeInTheDocument();
    expect(screen.getByText(/^Leading SAFe/)).toBeInTheDocument();
    await press(/Erase my data/);
    expect(await screen.findByText(/We erase your data by/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Erase my data' })).not.toBeInTheDocument();
    expect(calls.bodiesOf(dataCall)).toHaveLength(2);
  });
});
