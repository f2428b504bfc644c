import type { CheckoutData } from '@meridian/contracts/enrolment/orders';
import { priceOf } from '@meridian/contracts/enrolment/pricing';
import type { ReceiptData } from '@meridian/contracts/enrolment/receipt';
import type { Selection } from '@meridian/contracts/enrolment/selection';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';
import { ok, openSite } from '../../testing/site.tsx';
import { CheckoutFlow } from './checkout-screen.tsx';

export const selection: Selection = {
  course_id: 101,
  course_name: 'Leading SAFe',
  course_schedule_id: 101417991205,
  course_fee: 18_999,
  course_qty: 2,
};

export const receiptPath = `/receipt/${'ab'.repeat(20)}`;

/** The server's order for a fee in rupees. */
export function orderFor(feeRupees: number, seats = 2, orderId = 'order_1'): CheckoutData {
  const price = priceOf(feeRupees * 100, seats);
  return {
    order_id: orderId,
    key_id: 'rzp_test_key',
    amount: price.totalPaise,
    currency: 'INR',
    fee: price.unitPaise / 100,
    sub_total: price.subTotalPaise / 100,
    gst_total: price.gstPaise / 100,
    total_fee: price.totalPaise / 100,
    receipt_path: receiptPath,
  };
}

export const receipt: ReceiptData = {
  state: 'booked',
  receipt_number: 'K7M3PX',
  course_id: 101,
  course_name: 'Leading SAFe',
  batch: {
    course_schedule_id: 101417991205,
    start_date: '2026-12-12',
    end_date: '2026-12-13',
    start_time: '09:00',
    end_time: '18:00',
    time_zone: 'IST',
    day_type: 'weekend',
    time_type: 'day',
    online_class_room: 'Zoom',
    instructor_name: 'Kavya Raghunathan',
  },
  first_name: 'Asha',
  last_name: 'Rao',
  email: 'asha@example.in',
  number_of_course: 2,
  fee: 18_999,
  sub_total: 37_998,
  gst_total: 6_839.64,
  total_fee: 44_837.64,
  currency: 'INR',
  payment_id: 'pay_1',
  paid_at: '2026-11-21T10:30:00.000Z',
  other_payments: [],
  refunds: [],
  calendar_path: '/api/receipts/abab.ics',
  statement: {
    status: 'booked',
    pending: [],
    headline: 'Booking confirmed',
    sentences: ['Your payment has been received and your 2 seats are booked.'],
    money: { captured: 44_837.64, kept: 44_837.64, owed: 0, returning: 0, returned: 0, failed: 0 },
    seats: { booked: 2, cancelled: 0 },
    timeline: [],
  },
};

const headlines: Partial<Record<string, string>> = {
  booked: 'Booking confirmed',
  paid: 'Payment received, booking being confirmed',
  refunded: 'Booking not made',
};

/** @returns the receipt of an order in a given state, with the statement that the server would send */
export const receiptIn = (state: string) => ({
  ...receipt,
  state,
  statement: { ...receipt.statement, headline: headlines[state] ?? state },
});

type Answer = (body: Record<string, unknown>) => Response | Promise<Response>;

export const success = (data: unknown, message = '') => Response.json({ status: 1, message, data });
export const refusal = (message: string, httpStatus = 200, errors?: object) =>
  Response.json({ status: 0, message, errors }, { status: httpStatus });
export const noAnswer = () => {
  throw new TypeError('Failed to fetch');
};

/** Stubs the network with a response for each path. @returns the requests in order, also by path */
export function answerCalls(answers: Record<string, Answer>) {
  const sent: { path: string; body: Record<string, unknown> }[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url);
    const text = await request.clone().text();
    const body = text ? JSON.parse(text) : {};
    sent.push({ path: pathname, body });
    const answer = answers[pathname];
    if (!answer) throw new TypeError(`No answer for ${pathname}`);
    return answer(body);
  });
  return {
    sent,
    bodiesOf: (path: string) => sent.filter((call) => call.path === path).map(({ body }) => body),
  };
}

export interface OpenDialog {
  options: {
    key: string;
    amount: number;
    currency: string;
    name: string;
    description: string;
    order_id: string;
    prefill: object;
    config: object;
    timeout: number;
    redirect?: true;
    callback_url?: string;
    handler(response: object): void;
    modal: { ondismiss(): void };
  };
  listeners: Record<string, (failure: unknown) => void>;
}

export const widgetResponse = (orderId = 'order_1') => ({
  razorpay_payment_id: 'pay_1',
  razorpay_order_id: orderId,
  razorpay_signature: 'abc123',
});

/**
 * Stubs the payment widget. The test answers its dialogs.
 * @param mayOpen false if the browser cannot show a dialog
 * @returns the opened dialogs
 */
export function putWidget(mayOpen = true): OpenDialog[] {
  const dialogs: OpenDialog[] = [];
  vi.stubGlobal(
    'Razorpay',
    class {
      #dialog: OpenDialog;
      constructor(options: OpenDialog['options']) {
        this.#dialog = { options, listeners: {} };
      }
      on(event: string, listener: (failure: unknown) => void) {
        this.#dialog.listeners[event] = listener;
      }
      open() {
        if (!mayOpen && !this.#dialog.options.redirect) throw new Error('No frame may be opened here');
        dialogs.push(this.#dialog);
      }
    },
  );
  return dialogs;
}

/** Opens the checkout as the schedule's Enroll link does. */
export async function openCheckout(state: unknown = selection, reads: Parameters<typeof openSite>[1] = {}) {
  return openCheckoutAt({ pathname: '/checkout', state }, reads);
}

/** Opens the checkout at an address or a history entry. */
export async function openCheckoutAt(
  path: Parameters<typeof openSite>[0],
  reads: Parameters<typeof openSite>[1] = {},
) {
  await CheckoutFlow.preload();
  const answers = {
    cat_course: ok([
      {
        name: 'Leading SAFe',
        category_name: 'SAFe',
        category_seo_slug: 'safe',
        seo_slug: 'safe-agilist-certification',
      },
    ]),
    home: ok({ trusted_by: [], expert: [], testimonials: [], course: [] }),
    ...reads,
  };
  return openSite(path, answers, ['/thankyou', receiptPath]);
}

export const payButton = () => screen.findByRole('button', { name: /pay/i });

export async function fillInPayer(change: Record<string, string> = {}): Promise<void> {
  const answers = {
    'First Name': 'Asha',
    'Last Name': 'Rao',
    Email: 'asha@example.in',
    'Phone Number': '98450 12345',
    ...change,
  };
  for (const [label, text] of Object.entries(answers)) {
    const input = await screen.findByLabelText(label);
    await userEvent.clear(input);
    // Pasting causes one input event instead of one for each character.
    if (text !== '') await userEvent.paste(text);
  }
}

/** Clicks the pay button and waits for the dialog. */
export async function openDialog(dialogs: OpenDialog[]): Promise<OpenDialog> {
  const before = dialogs.length;
  await userEvent.click(await payButton());
  return waitFor(() => {
    const dialog = dialogs[before];
    if (!dialog) throw new Error('No dialog was opened yet');
    return dialog;
  });
}
