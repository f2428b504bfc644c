/** Reports the purchase that was made in this tab. It is reported once, when its payment is confirmed. */
import type { Purchase } from './messages.ts';

const checkoutKey = 'analytics-checkout';
const toldKey = 'analytics-purchases';
const maxTold = 20;
const retryMs = 5_000;
const maxTries = 24;
const dayMs = 24 * 60 * 60_000;

/** Data of `GET /api/receipts/<token>`. */
interface Receipt {
  receipt_number: string;
  course_id: number;
  course_name: string;
  number_of_course: number;
  gst_total: number;
  total_fee: number;
  paid_at: string | null;
}

function stored(storage: 'localStorage' | 'sessionStorage', key: string, value?: string): string {
  try {
    if (value !== undefined) window[storage].setItem(key, value);
    return window[storage].getItem(key) ?? '';
  } catch {
    return '';
  }
}

/** @returns the token of the receipt that the page shows or links to */
function receiptToken(): string | undefined {
  const { usr } = (history.state ?? {}) as { usr?: { receipt_path?: unknown } | null };
  const path = location.pathname === '/thankyou' ? String(usr?.receipt_path ?? '') : location.pathname;
  return /^\/receipt\/([\w-]{20,})$/.exec(path)?.[1];
}

async function readReceipt(token: string): Promise<Receipt | undefined> {
  const response = await fetch(`/api/receipts/${token}`).catch(() => undefined);
  if (!response?.ok) return undefined;
  return ((await response.json()) as { data: Receipt }).data;
}

/** @returns true if the purchase was not reported before; marks it as reported */
function isNew(orderId: string): boolean {
  const told = stored('localStorage', toldKey).split(' ').filter(Boolean);
  if (told.includes(orderId)) return false;
  // Without storage, a reload would report the purchase again. So it counts as already reported.
  return stored('localStorage', toldKey, [orderId, ...told].slice(0, maxTold).join(' ')) !== '';
}

let watched: string | undefined;

/**
 * Reports the purchase of a receipt. Call it for each page. A receipt counts only in a tab that has shown the
 * checkout, so that an emailed link or another device does not report the purchase again.
 */
export async function watchPurchase(tell: (purchase: Purchase) => void): Promise<void> {
  if (location.pathname.startsWith('/checkout')) stored('sessionStorage', checkoutKey, '1');
  const token = receiptToken();
  if (token === undefined || token === watched || stored('sessionStorage', checkoutKey) === '') return;
  watched = token;
  for (let attempt = 0; attempt < maxTries && receiptToken() === token; attempt += 1) {
    const receipt = await readReceipt(token);
    if (receipt?.paid_at) {
      const isRecent = Date.now() - Date.parse(receipt.paid_at) < dayMs;
      const { receipt_number: orderId, course_id: id, course_name: name, number_of_course: seats } = receipt;
      if (isRecent && isNew(orderId))
        tell({ orderId, value: receipt.total_fee, tax: receipt.gst_total, course: { id, name, seats } });
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
  watched = undefined;
}
