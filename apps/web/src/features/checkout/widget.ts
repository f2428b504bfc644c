import { brand } from '@meridian/contracts/brand';
import type { CheckoutData } from '@meridian/contracts/checkout/orders';
import type { WidgetResponse } from './started-order.ts';

interface WidgetOptions {
  key: string;
  /** Integer paise. */
  amount: number;
  currency: string;
  name: string;
  description: string;
  order_id: string;
  prefill: { name: string; email: string; contact: string };
  theme: { color: string };
  /** A payment that failed may be tried again in the same dialog, on the same order. */
  retry: { enabled: true };
  /** Seconds. */
  timeout: number;
  handler(response: WidgetResponse): void;
  modal: { ondismiss(): void };
}

type Widget = new (
  options: WidgetOptions,
) => { open(): void; on(event: 'payment.failed', listener: (failure: unknown) => void): unknown };

declare global {
  interface Window {
    /** Set by the script of the payment widget. */
    Razorpay?: Widget;
  }
}

const loadTimeoutMs = 20_000;
/** The dialog closes itself after a quarter of an hour. */
const dialogTimeoutSeconds = 15 * 60;

/** The server names the script in the document's head. */
function widgetAddress(): string {
  const meta = document.head.querySelector<HTMLMetaElement>('meta[name="payment-widget"]');
  if (!meta?.content) throw new Error('The document does not name the payment widget');
  return meta.content;
}

function loadScript(address: string): Promise<Widget> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      // The next try loads it anew.
      script.remove();
      reject(new Error('The payment window could not be loaded'));
    };
    const timer = setTimeout(fail, loadTimeoutMs);
    script.addEventListener('error', fail);
    script.addEventListener('load', () => {
      clearTimeout(timer);
      if (window.Razorpay) resolve(window.Razorpay);
      else fail();
    });
    script.src = address;
    script.async = true;
    document.head.append(script);
  });
}

let loading: Promise<Widget> | undefined;

/**
 * Loads the payment widget once; calling it early makes the dialog open without a wait.
 * @throws Error where it cannot be loaded; the next call tries again
 */
export async function loadWidget(): Promise<Widget> {
  if (window.Razorpay) return window.Razorpay;
  try {
    loading ??= loadScript(widgetAddress());
    return await loading;
  } finally {
    loading = undefined;
  }
}

export interface Payer {
  first_name: string;
  last_name: string;
  email: string;
  phone_number: string;
}

/**
 * Opens the payment dialog.
 * @returns what its handler got, or undefined where the visitor closed it
 */
export function openWidget(
  Razorpay: Widget,
  order: CheckoutData,
  { payer, description }: { payer: Payer; description: string },
): Promise<WidgetResponse | undefined> {
  return new Promise((resolve) => {
    const dialog = new Razorpay({
      key: order.key_id,
      amount: order.amount,
      currency: order.currency,
      name: brand,
      description,
      order_id: order.order_id,
      prefill: {
        name: `${payer.first_name} ${payer.last_name}`,
        email: payer.email,
        contact: payer.phone_number,
      },
      theme: { color: getComputedStyle(document.documentElement).getPropertyValue('--color-brand').trim() },
      retry: { enabled: true },
      timeout: dialogTimeoutSeconds,
      handler: resolve,
      modal: {
        ondismiss() {
          console.info('The payment dialog was closed');
          resolve(undefined);
        },
      },
    });
    dialog.on('payment.failed', () => console.info('A payment failed; it can be tried again'));
    dialog.open();
  });
}
