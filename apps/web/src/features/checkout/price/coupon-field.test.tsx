import { discountOf } from '@meridian/contracts/enrolment/discount';
import { discountedPrice } from '@meridian/contracts/enrolment/discounted-price';
import type { PriceData } from '@meridian/contracts/enrolment/price';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  answerCalls,
  fillInPayer,
  noAnswer,
  openCheckout,
  openCheckoutAt,
  openDialog,
  orderFor,
  payButton,
  putWidget,
  refusal,
  selection,
  success,
} from '../testing.tsx';

beforeEach(() => sessionStorage.clear());

const percentOf: Record<string, number> = { SPRING1: 5, GROUP5: 10 };

/** The server's response, computed by the same rules. */
function priceFor(seats: number, code: string | undefined): PriceData {
  const percent = code === undefined ? 0 : (percentOf[code] ?? 0);
  const subTotal = 18_999_00 * seats;
  const price = discountedPrice(18_999_00, seats, discountOf(subTotal, { kind: 'percent', percent }));
  return {
    fee: 18_999,
    sub_total: subTotal / 100,
    discount: price.discountPaise / 100,
    taxable: price.taxablePaise / 100,
    gst_total: price.gstPaise / 100,
    total_fee: price.totalPaise / 100,
    cgst: 0,
    sgst: 0,
    utgst: 0,
    igst: price.gstPaise / 100,
    round_off: 0,
    seats_left: null,
    coupon: code === undefined ? null : { code, label: `Label of ${code}`, ends_at: null },
  };
}

type Body = Record<string, unknown>;
const prices =
  (better?: string) =>
  ({ number_of_course: seats, coupon }: Body) => {
    if (typeof coupon === 'string' && !(coupon in percentOf))
      return refusal('This coupon has ended.', 400, { coupon: ['This coupon has ended.'] });
    return success(priceFor(Number(seats), better ?? (coupon as string | undefined)));
  };

const order = (coupon: unknown) => {
  const { fee, sub_total, discount, gst_total, total_fee } = priceFor(2, coupon as string | undefined);
  return {
    ...orderFor(18_999),
    fee,
    sub_total,
    discount,
    gst_total,
    total_fee,
    amount: Math.round(total_fee * 100),
  };
};

async function applyCode(code: string): Promise<void> {
  const field = await screen.findByLabelText('Coupon code');
  await userEvent.clear(field);
  await userEvent.type(field, `${code}{Enter}`);
}

const summary = async () => (await screen.findByText('Sub total')).closest('dl') ?? expect.fail('no list');

describe('the coupon field', () => {
  it('applies a code immediately, and charges the displayed price', async () => {
    const calls = answerCalls({
      '/api/price': prices(),
      '/api/checkout': ({ coupon }) => success(order(coupon)),
    });
    const dialogs = putWidget();
    await openCheckout();
    await applyCode(' spring1');
    await screen.findByText('SPRING1');
    expect(await summary()).toHaveTextContent(
      'Sub total₹37,998Discount (SPRING1)-₹1,900GST (18%)₹6,497.64Total to pay₹42,595.64',
    );
    expect(await payButton()).toHaveTextContent('Pay ₹42,595.64');
    await fillInPayer();
    const { options } = await openDialog(dialogs);
    expect(options.amount).toBe(42_595_64);
    expect(calls.bodiesOf('/api/checkout')).toMatchObject([{ coupon: 'SPRING1', expected_total: 42_595_64 }]);
  });

  it('applies the code of a link, and stores it for the tab', async () => {
    answerCalls({ '/api/price': prices() });
    const state = selection;
    const { unmount } = await openCheckoutAt({ pathname: '/checkout', search: '?coupon=spring1', state });
    expect(await screen.findByText('SPRING1')).toBeVisible();
    unmount();
    await openCheckout();
    await screen.findByText('SPRING1');
    await userEvent.click(screen.getByRole('button', { name: 'Remove SPRING1' }));
    await waitFor(async () => expect(await summary()).not.toHaveTextContent('Discount'));
  });

  it('applies the code of a link to another page, until the visitor removes it', async () => {
    answerCalls({ '/api/price': prices() });
    const touch = { landing_page: `${location.origin}/safe/leading-safe?coupon=SPRING1`, referrer: '' };
    localStorage.setItem('last-touch', JSON.stringify({ ...touch, at: new Date().toISOString() }));
    const { unmount } = await openCheckout();
    await userEvent.click(await screen.findByRole('button', { name: 'Remove SPRING1' }));
    unmount();
    await openCheckout();
    expect(await summary()).not.toHaveTextContent('Discount');
    localStorage.removeItem('last-touch');
  });

  it('shows why a code does not apply, and the full price', async () => {
    const calls = answerCalls({ '/api/price': prices() });
    await openCheckout();
    await applyCode('OLD');
    expect(await screen.findByText('This coupon has ended.')).toBeVisible();
    expect(screen.getByLabelText('Coupon code')).toBeInvalid();
    expect(await payButton()).toHaveTextContent('Pay ₹44,837.64');
    // The price is requested again without the code, for an automatic discount.
    await waitFor(() =>
      expect(calls.bodiesOf('/api/price').map(({ coupon }) => coupon)).toEqual([undefined, 'OLD', undefined]),
    );
    await applyCode('SPRING1');
    await screen.findByText('SPRING1');
    expect(screen.queryByText('This coupon has ended.')).toBeNull();
  });

  it('shows a group discount automatically, also if it is better than the code', async () => {
    const calls = answerCalls({
      '/api/price': prices('GROUP5'),
      '/api/checkout': ({ coupon }) => success(order(coupon)),
    });
    const dialogs = putWidget();
    await openCheckout();
    await screen.findByText('GROUP5');
    expect(screen.queryByRole('button', { name: /Remove/ })).toBeNull();
    await applyCode('SPRING1');
    expect(await screen.findByText(/higher than that of SPRING1/)).toBeVisible();
    await fillInPayer();
    await openDialog(dialogs);
    expect(calls.bodiesOf('/api/checkout')).toMatchObject([{ coupon: 'GROUP5' }]);
  });

  it('removes a coupon that is used up meanwhile, and shows the reason', async () => {
    const usedUp = 'This coupon has been used up.';
    answerCalls({
      '/api/price': prices(),
      '/api/checkout': () => refusal(usedUp, 400, { coupon: [usedUp] }),
    });
    putWidget();
    await openCheckout();
    await applyCode('SPRING1');
    await screen.findByText('SPRING1');
    await fillInPayer();
    await userEvent.click(await payButton());
    const area = await screen.findByRole('region', { name: 'Your order' });
    expect(await within(area).findByText(usedUp)).toBeVisible();
    await waitFor(async () => expect(await payButton()).toHaveTextContent('Pay ₹44,837.64'));
  });

  it('charges the full price if the price cannot be loaded', async () => {
    const calls = answerCalls({
      '/api/price': noAnswer,
      '/api/checkout': ({ coupon }) => success(order(coupon)),
    });
    const dialogs = putWidget();
    await openCheckout();
    await applyCode('SPRING1');
    expect(await screen.findByText(/could not be checked/)).toBeVisible();
    await fillInPayer();
    await openDialog(dialogs);
    expect(calls.bodiesOf('/api/checkout')).toMatchObject([{ expected_total: 44_837_64 }]);
  });
});
