import { marketingText } from '@meridian/contracts/leads/notice';
import { instance } from '@meridian/contracts/site/instance';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ok } from '../../../testing/site.tsx';
import {
  answerCalls,
  fillInPayer,
  noAnswer,
  openCheckout,
  openDialog,
  orderFor,
  payButton,
  putWidget,
  receipt,
  receiptPath,
  refusal,
  selection,
  success,
} from '../testing.tsx';

const api = '/api/checkout';
const receiptCall = `/api/receipts/${receiptPath.slice('/receipt/'.length)}`;

/** @returns the order summary: text by label */
async function summary(): Promise<Record<string, string>> {
  const list = (await screen.findByText('Sub total')).closest('dl');
  return Object.fromEntries(
    [...(list?.querySelectorAll('dt') ?? [])].map((term) => [
      term.textContent ?? '',
      term.nextElementSibling?.textContent ?? '',
    ]),
  );
}

describe('seats and date', () => {
  const batch = (id: number, start: string, fee: number) => ({
    id,
    start_date: start,
    end_date: start,
    day_type: 'weekend',
    time_type: 'day',
    start_time: '09:00',
    end_time: '17:00',
    online_class_room: 'Zoom',
    city: '',
    instructor_name: '',
    instructor_image: '',
    price_off: null,
    fee,
    discount_fee: null,
    selling_fast: 0,
  });
  const schedule = ok({
    id: 101,
    name: 'Leading SAFe',
    category_seo_slug: 'safe',
    seo_slug: 'safe-agilist-certification',
    total_schedule: 2,
    course_schedule: [
      batch(selection.course_schedule_id, '2099-12-05', 18_999),
      batch(7, '2099-12-12', 20_000),
    ],
  });

  it('can be changed in the form, and the order has the changed values', async () => {
    const calls = answerCalls({ '/api/price': noAnswer, [api]: () => success(orderFor(20_000, 3)) });
    const dialogs = putWidget();
    await openCheckout(selection, { course_schedule: schedule });
    await userEvent.selectOptions(await screen.findByLabelText('Date'), 'Sat 12 Dec 2099, 9:00 am IST');
    await userEvent.click(screen.getByRole('button', { name: 'One more seat' }));
    expect(await payButton()).toHaveTextContent('Pay ₹70,800');
    await fillInPayer();
    await openDialog(dialogs);
    expect(calls.bodiesOf(api)[0]).toMatchObject({
      course_schedule_id: 7,
      number_of_course: 3,
      expected_total: 70_800_00,
    });
  });

  it('survive a reload, and a change keeps everything that was typed', async () => {
    answerCalls({ '/api/price': noAnswer });
    const { unmount } = await openCheckout(selection, { course_schedule: schedule });
    await fillInPayer();
    await userEvent.selectOptions(await screen.findByLabelText('Date'), 'Sat 12 Dec 2099, 9:00 am IST');
    expect(screen.getByLabelText('First Name')).toHaveValue('Asha');
    unmount();
    await openCheckout(null, { course_schedule: schedule });
    expect(await screen.findByLabelText('Date')).toHaveValue('7');
  });
});

describe('who attends', () => {
  const bodyOf = async (seats: number, press: boolean) => {
    const calls = answerCalls({ '/api/price': noAnswer, [api]: () => success(orderFor(18_999, seats)) });
    const dialogs = putWidget();
    await openCheckout({ ...selection, course_qty: seats });
    await fillInPayer();
    if (press) await userEvent.click(screen.getByRole('checkbox', { name: 'I will attend' }));
    await openDialog(dialogs);
    return calls.bodiesOf(api)[0];
  };
  const payer = { name: 'Asha Rao', email: 'asha@example.in' };

  it.each([
    [1, false, [payer]],
    [1, true, undefined],
    [3, false, undefined],
    [3, true, [payer]],
  ])('of %i seats, box clicked: %s', async (seats, press, attendees) => {
    expect((await bodyOf(seats, press))?.attendees).toEqual(attendees);
  });

  it('does not block the order: if the name is refused, the order is made without it', async () => {
    const refused = { 'attendees.0.email': ['This address cannot be used'] };
    let tries = 0;
    const calls = answerCalls({
      '/api/price': noAnswer,
      [api]: () => {
        tries += 1;
        return tries === 1 ? refusal('Please check', 400, refused) : success(orderFor(18_999, 1));
      },
    });
    const dialogs = putWidget();
    await openCheckout({ ...selection, course_qty: 1 });
    await fillInPayer();
    await openDialog(dialogs);
    expect(calls.bodiesOf(api).map(({ attendees }) => attendees)).toEqual([[payer], undefined]);
  });
});

describe('the selection', () => {
  it('is shown with sub total, GST and total', async () => {
    await openCheckout();
    expect(await summary()).toEqual({
      'Fee per seat': '₹18,999',
      Seats: '2',
      'Sub total': '₹37,998',
      'GST (18%)': '₹6,839.64',
      'Total to pay': '₹44,837.64',
    });
    expect(screen.getAllByText('Leading SAFe').length).toBeGreaterThan(0);
    expect(await payButton()).toHaveTextContent('Pay ₹44,837.64');
  });

  it('treats an unreadable fee or quantity as 1', async () => {
    await openCheckout({ ...selection, course_fee: 'free', course_qty: 'many' });
    expect(await summary()).toMatchObject({ 'Sub total': '₹1', 'Total to pay': '₹1.18' });
  });

  it('survives a reload', async () => {
    const { unmount } = await openCheckout();
    await summary();
    unmount();
    await openCheckout(null);
    expect(await summary()).toMatchObject({ 'Total to pay': '₹44,837.64' });
  });

  it.each([
    ['nothing', null],
    ['no batch', { course_id: 101 }],
    ['a text', 'x'],
    ['an amount out of range', { ...selection, course_fee: 1e300 }],
  ])('is replaced by a message and a list of courses if the state is %s', async (_name, state) => {
    await openCheckout(state);
    expect(await screen.findByRole('heading', { name: 'No batch is chosen yet' })).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: /Leading SAFe/ })).toHaveAttribute(
      'href',
      '/safe/safe-agilist-certification',
    );
    expect(screen.queryByRole('button', { name: /Pay/ })).not.toBeInTheDocument();
  });

  it('cannot be paid with 0 seats', async () => {
    await openCheckout({ ...selection, course_qty: 0 });
    expect(await screen.findByRole('link', { name: 'Choose at least one seat' })).toHaveAttribute(
      'href',
      '/view-schedule/101',
    );
    expect(screen.queryByRole('button', { name: /Pay/ })).not.toBeInTheDocument();
  });
});

describe('the form', () => {
  it('shows each error at its field, and neither orders nor opens the dialog', async () => {
    const { sent } = answerCalls({});
    const dialogs = putWidget();
    await openCheckout();
    await userEvent.click(await payButton());
    for (const message of [
      'First Name is required',
      'Last Name is required',
      'Email is required',
      'Phone Number is required',
    ])
      expect(await screen.findByText(message)).toBeInTheDocument();
    // One announcement for all four errors.
    const summary = screen.getByText('Please check the 4 marked fields.');
    expect(summary.closest('[role=alert]')).toBeInTheDocument();
    expect(screen.getByText('Email is required')).not.toHaveAttribute('role');
    expect(screen.getByLabelText('First Name')).toHaveFocus();
    await fillInPayer({ Email: 'asha' });
    await userEvent.click(await payButton());
    expect(await screen.findByText('Email address is invalid')).toBeInTheDocument();
    expect(sent.map(({ path }) => path)).not.toContain('/api/checkout');
    expect(dialogs).toEqual([]);
  });

  it('keeps the draft through a reload, until the order is paid', async () => {
    answerCalls({ [api]: () => success(orderFor(18_999)) });
    const dialogs = putWidget();
    const { unmount } = await openCheckout();
    await fillInPayer();
    unmount();
    await openCheckout();
    expect(await screen.findByLabelText('First Name')).toHaveValue('Asha');
    expect(screen.getByLabelText('Phone Number')).toHaveValue('98450 12345');
    const { options } = await openDialog(dialogs);
    expect(JSON.stringify({ ...sessionStorage })).toMatch(/asha/i);
    act(() =>
      options.handler({
        razorpay_payment_id: 'pay_1',
        razorpay_order_id: 'order_1',
        razorpay_signature: 'f',
      }),
    );
    await waitFor(() => expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/asha|98450/i));
  });

  it('keeps the page and the typed values without a response, and shows an error', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    putWidget();
    await openCheckout();
    await fillInPayer();
    await userEvent.click(await payButton());
    expect((await screen.findAllByText(/An unexpected error occurred\./))[0]).toBeVisible();
    expect(screen.getByLabelText('First Name')).toHaveValue('Asha');
  });

  it('orders by ids, quantity and contact, and opens the dialog with the server’s price', async () => {
    const { bodiesOf } = answerCalls({ [api]: () => success(orderFor(18_999)) });
    const dialogs = putWidget();
    await openCheckout();
    await fillInPayer();
    const { options } = await openDialog(dialogs);
    expect(bodiesOf(api)).toEqual([
      {
        course_id: 101,
        course_schedule_id: 101417991205,
        number_of_course: 2,
        first_name: 'Asha',
        last_name: 'Rao',
        email: 'asha@example.in',
        phone_number: '98450 12345',
        // The server refuses the order if its total differs from the displayed total.
        expected_total: 44_837_64,
        attribution: { page_url: location.href },
      },
    ]);
    expect(options).toMatchObject({
      key: 'rzp_test_key',
      amount: 44_837_64,
      currency: 'INR',
      name: instance().name,
      order_id: 'order_1',
      description: 'Leading SAFe, 2 seats',
      prefill: { name: 'Asha Rao', email: 'asha@example.in', contact: '98450 12345' },
    });
    expect(screen.getByRole('button', { name: 'Loading...' })).toBeDisabled();
  });

  it('sends the ticked boxes for marketing with the order', async () => {
    const { bodiesOf } = answerCalls({ [api]: () => success(orderFor(18_999)) });
    const dialogs = putWidget();
    await openCheckout();
    await fillInPayer();
    expect(screen.getByRole('checkbox', { name: 'By email' })).not.toBeChecked();
    await userEvent.click(screen.getByRole('checkbox', { name: 'By WhatsApp' }));
    await openDialog(dialogs);
    expect(bodiesOf(api)).toMatchObject([
      { marketing: { version: marketingText.version, channels: ['whatsapp'] } },
    ]);
  });

  it('only logs that the dialog was closed, and a retry reuses the order', async () => {
    const { sent, bodiesOf } = answerCalls({
      [api]: () => success(orderFor(18_999)),
      [receiptCall]: () => success({ ...receipt, state: 'confirming' }),
    });
    const dialogs = putWidget();
    const log = vi.spyOn(console, 'info').mockImplementation(() => undefined);
    await openCheckout();
    await fillInPayer();
    const first = await openDialog(dialogs);
    first.listeners['payment.failed']?.({ error: { code: 'BAD_REQUEST_ERROR' } });
    act(() => first.options.modal.ondismiss());
    expect(await payButton()).toBeEnabled();
    expect(log).toHaveBeenCalledWith('The payment dialog was closed');
    expect(screen.queryByRole('alert', { name: /error/i })).not.toBeInTheDocument();
    const second = await openDialog(dialogs);
    expect(second.options.order_id).toBe('order_1');
    expect(bodiesOf(api)).toHaveLength(1);
    expect(sent.filter(({ path }) => path === '/api/booking')).toEqual([]);
  });

  it('opens a new order after a change', async () => {
    const { bodiesOf } = answerCalls({
      [api]: () => success(orderFor(18_999)),
      [receiptCall]: () => success({ ...receipt, state: 'open' }),
    });
    const dialogs = putWidget();
    vi.spyOn(console, 'info').mockImplementation(() => undefined);
    await openCheckout();
    await fillInPayer();
    const first = await openDialog(dialogs);
    act(() => first.options.modal.ondismiss());
    await payButton();
    await fillInPayer({ Email: 'other@example.in' });
    await openDialog(dialogs);
    expect(bodiesOf(api).map(({ email }) => email)).toEqual(['asha@example.in', 'other@example.in']);
  });

  it('does not charge again if the first attempt was paid after its dialog was closed', async () => {
    answerCalls({
      [api]: () => success(orderFor(18_999)),
      [receiptCall]: () => success({ ...receipt, state: 'paid' }),
    });
    const dialogs = putWidget();
    vi.spyOn(console, 'info').mockImplementation(() => undefined);
    await openCheckout();
    await fillInPayer();
    const first = await openDialog(dialogs);
    act(() => first.options.modal.ondismiss());
    await userEvent.click(await payButton());
    expect(
      await screen.findByRole('heading', { name: 'Your payment has been received' }),
    ).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'See your booking' })).toHaveAttribute('href', receiptPath);
    expect(dialogs).toHaveLength(1);
  });
});

describe('a fee that has changed', () => {
  it('is shown and confirmed before an order is opened', async () => {
    const changed = ({ expected_total }: Record<string, unknown>) =>
      expected_total === 47_200_00
        ? success(orderFor(20_000))
        : Response.json(
            {
              status: 0,
              message: 'The fee has changed.',
              data: { ...orderFor(20_000), order_id: undefined },
            },
            { status: 409 },
          );
    const { bodiesOf } = answerCalls({ [api]: changed });
    const dialogs = putWidget();
    await openCheckout();
    await fillInPayer();
    await userEvent.click(await payButton());
    expect(await screen.findByText(/The fee of this batch has changed/)).toHaveTextContent(
      'The new total is ₹47,200 instead of ₹44,837.64.',
    );
    expect(dialogs).toEqual([]);
    const { options } = await openDialog(dialogs);
    expect(options).toMatchObject({ amount: 47_200_00, order_id: 'order_1' });
    expect(bodiesOf(api).map(({ expected_total }) => expected_total)).toEqual([44_837_64, 47_200_00]);
  });

  it('is shown and confirmed before the dialog opens, with a server of an earlier version', async () => {
    const { bodiesOf } = answerCalls({ [api]: () => success(orderFor(20_000)) });
    const dialogs = putWidget();
    await openCheckout();
    await fillInPayer();
    await userEvent.click(await payButton());
    expect(await screen.findByText(/The fee of this batch has changed/)).toHaveTextContent(
      'The new total is ₹47,200 instead of ₹44,837.64.',
    );
    expect(await summary()).toMatchObject({ 'Total to pay': '₹47,200' });
    expect(dialogs).toEqual([]);
    expect(await payButton()).toHaveTextContent('Agree and pay ₹47,200');
    const { options } = await openDialog(dialogs);
    expect(options).toMatchObject({ amount: 47_200_00, order_id: 'order_1' });
    expect(bodiesOf(api)).toHaveLength(1);
  });
});

describe('a refused order', () => {
  it('shows the reason as a toast and beside the link to the other batches', async () => {
    const message = 'Enrolment in this batch has closed. Please choose another one.';
    answerCalls({ [api]: () => refusal(message, 400, { course_schedule_id: [message] }) });
    const dialogs = putWidget();
    await openCheckout();
    await fillInPayer();
    await userEvent.click(await payButton());
    await waitFor(() => expect(screen.getAllByText(new RegExp(message))).toHaveLength(2));
    expect(screen.getByRole('link', { name: 'See the batches of this course' })).toHaveAttribute(
      'href',
      '/view-schedule/101',
    );
    expect(dialogs).toEqual([]);
  });

  it('shows the server’s message at the field', async () => {
    answerCalls({
      [api]: () => refusal('Please check the details.', 400, { email: ['Email is too long'] }),
    });
    putWidget();
    await openCheckout();
    await fillInPayer();
    await userEvent.click(await payButton());
    expect(await screen.findByText('Email is too long')).toBeInTheDocument();
    expect(screen.getByLabelText('Email')).toHaveFocus();
  });

  it.each<[string, () => Response]>([
    ['no response', noAnswer],
    ['an unreadable response', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['an order without an amount', () => success({ ...orderFor(18_999), amount: null })],
  ])('%s is an unexpected error', async (_name, answer) => {
    answerCalls({ [api]: answer });
    const dialogs = putWidget();
    await openCheckout();
    await fillInPayer();
    await userEvent.click(await payButton());
    expect((await screen.findAllByText(/An unexpected error occurred\./)).length).toBeGreaterThan(0);
    expect(await payButton()).toBeEnabled();
    expect(dialogs).toEqual([]);
  });
});

describe('the payment window', () => {
  const callback = { redirect: true, callback_url: `${location.origin}/api/payments/return` };
  const agentIs = (agent: string) => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent);

  it('does not offer to type a UPI id', async () => {
    answerCalls({ [api]: () => success(orderFor(18_999)) });
    const dialogs = putWidget();
    await openCheckout();
    await fillInPayer();
    const { options } = await openDialog(dialogs);
    expect(options.config).toEqual({ display: { hide: [{ method: 'upi', flows: ['collect'] }] } });
    expect(options).not.toHaveProperty('redirect');
  });

  it('is a full page in a browser inside another app; after Back the form can be sent again', async () => {
    agentIs('Mozilla/5.0 (Linux; Android 15; wv) Chrome/140 Mobile Safari/537.36 Instagram 400.0');
    answerCalls({ [api]: () => success(orderFor(18_999)) });
    const dialogs = putWidget();
    await openCheckout();
    await fillInPayer();
    const { options } = await openDialog(dialogs);
    expect(options).toMatchObject(callback);
    act(() => void window.dispatchEvent(new Event('pageshow')));
    expect(await payButton()).toBeEnabled();
  });

  it('is a full page if the dialog cannot be opened', async () => {
    vi.spyOn(console, 'info').mockImplementation(() => undefined);
    answerCalls({ [api]: () => success(orderFor(18_999)) });
    const dialogs = putWidget(false);
    await openCheckout();
    await fillInPayer();
    const { options } = await openDialog(dialogs);
    expect(options).toMatchObject(callback);
  });
});

describe('the script of the payment widget', () => {
  const nameWidget = () => {
    const meta = document.createElement('meta');
    meta.name = 'payment-widget';
    meta.content = 'https://checkout.example/v1/checkout.js';
    document.head.append(meta);
  };
  const scripts = () => [...document.head.querySelectorAll('script')];
  afterEach(() => document.head.replaceChildren());

  it('is loaded once, when the visitor focuses the form', async () => {
    nameWidget();
    const { bodiesOf } = answerCalls({ [api]: () => success(orderFor(18_999)) });
    await openCheckout();
    await payButton();
    expect(scripts()).toHaveLength(0);
    await fillInPayer();
    expect(scripts().map(({ src }) => src)).toEqual(['https://checkout.example/v1/checkout.js']);
    await userEvent.click(await payButton());
    const dialogs = putWidget();
    scripts()[0]?.dispatchEvent(new Event('load'));
    await waitFor(() => expect(dialogs).toHaveLength(1));
    expect(bodiesOf(api)).toHaveLength(1);
  });

  it('may fail to load: nothing is charged, and a retry loads it again', async () => {
    nameWidget();
    answerCalls({ [api]: () => success(orderFor(18_999)) });
    await openCheckout();
    await fillInPayer();
    await userEvent.click(await payButton());
    await waitFor(() => expect(scripts()).toHaveLength(1));
    scripts()[0]?.dispatchEvent(new Event('error'));
    expect((await screen.findAllByText(/The payment window could not be loaded/)).length).toBeGreaterThan(0);
    await userEvent.click(await payButton());
    await waitFor(() => expect(scripts()).toHaveLength(1));
    const dialogs = putWidget();
    scripts()[0]?.dispatchEvent(new Event('load'));
    await waitFor(() => expect(dialogs).toHaveLength(1));
  });
});
