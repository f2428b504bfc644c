import type { CheckoutData } from '@meridian/contracts/enrolment/orders';
import { pickWidgetAnswer, type WidgetAnswer } from '@meridian/contracts/enrolment/widget-answer';
import { instance } from '@meridian/contracts/site/instance';
import { isInAppBrowser } from './in-app-browser.ts';

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
  /** A failed payment may be retried in the same dialog, on the same order. */
  retry: { enabled: true };
  /** Seconds. */
  timeout: number;
  config: { display: { hide: readonly { method: string; flows: readonly string[] }[] } };
  /** The response has more fields than documented. */
  handler(response: unknown): void;
  modal: { ondismiss(): void };
  /** Opens a full page instead of the dialog. The page returns with a form POST. */
  redirect?: true;
  callback_url?: string;
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
/** Maximum time for which the dialog stays open. */
const maxDialogSeconds = 15 * 60;

/** Reads the script's address from the document's head. */
function widgetAddress(): string {
  const meta = document.head.querySelector<HTMLMetaElement>('meta[name="payment-widget"]');
  if (!meta?.content) throw new Error('The document does not name the payment widget');
  return meta.content;
}

function loadScript(address: string): Promise<Widget> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      // Allows a retry to load the script again.
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
 * Loads the payment widget once. Call it early to preload the widget.
 * @throws Error if the script cannot be loaded; the next call tries again
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

interface DialogDetails {
  payer: Payer;
  description: string;
  /** Time after which the dialog closes. Default: the maximum. */
  openSeconds?: number;
}

/** UPI collect (typing an id) ended in February 2026; QR codes and UPI apps stay. */
const hiddenMethods = [{ method: 'upi', flows: ['collect'] }] as const;

const returnPath = '/api/payments/return';

function optionsOf(
  order: CheckoutData,
  { payer, description, openSeconds = maxDialogSeconds }: DialogDetails,
): Omit<WidgetOptions, 'handler' | 'modal'> {
  return {
    key: order.key_id,
    amount: order.amount,
    currency: order.currency,
    name: instance().name,
    description,
    order_id: order.order_id,
    prefill: {
      name: `${payer.first_name} ${payer.last_name}`,
      email: payer.email,
      contact: payer.phone_number,
    },
    theme: { color: getComputedStyle(document.documentElement).getPropertyValue('--color-brand').trim() },
    config: { display: { hide: hiddenMethods } },
    retry: { enabled: true },
    timeout: Math.min(openSeconds, maxDialogSeconds),
  };
}

/**
 * Opens the payment dialog. A browser that cannot show it, for example one inside another app, opens the
 * payment provider's own page, which redirects back.
 *
 * @returns the response of the dialog's handler; undefined if the visitor closed the dialog or went back from
 *   that page
 */
export function openWidget(
  Razorpay: Widget,
  order: CheckoutData,
  { payer, description, openSeconds = maxDialogSeconds }: DialogDetails,
): Promise<WidgetAnswer | undefined> {
  return new Promise((resolve) => {
    const open = (more: { redirect?: true; callback_url?: string }) => {
      const dialog = new Razorpay({
        ...optionsOf(order, { payer, description, openSeconds }),
        ...more,
        handler: (response) => resolve(pickWidgetAnswer(response)),
        modal: {
          ondismiss() {
            console.info('The payment dialog was closed');
            resolve(undefined);
          },
        },
      });
      dialog.on('payment.failed', () => console.info('A payment failed; it can be tried again'));
      dialog.open();
    };
    const leave = () => {
      // The visitor went back: the browser restored the page from the back/forward cache.
      window.addEventListener('pageshow', () => resolve(undefined), { once: true });
      open({ redirect: true, callback_url: new URL(returnPath, location.origin).href });
    };
    if (isInAppBrowser(navigator.userAgent)) return leave();
    try {
      open({});
    } catch (error) {
      console.info('The payment dialog could not be opened', error);
      leave();
    }
  });
}
