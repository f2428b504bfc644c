/**
 * Runs Google Analytics and the Meta pixel in an empty frame, so that they do not collect the page's forms or
 * address. The frame sets its own address to the cleaned address of the page, which has no tokens. It exists
 * only after consent. It has the origin of the site, because the services keep a visitor's id in cookies.
 * Their scripts could therefore reach the page through `parent`.
 */
import type { AnalyticsMessage, Purchase } from './messages.ts';

interface Pixel {
  (...args: unknown[]): void;
  callMethod?: (...args: unknown[]) => void;
  push: Pixel;
  queue: unknown[];
  loaded: boolean;
  version: string;
  disablePushState: boolean;
}

declare global {
  interface Window {
    dataLayer?: unknown[];
    fbq?: Pixel;
    _fbq?: Pixel;
  }
}

const setting = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
const [ga4, meta] = [setting('ga4'), setting('meta-pixel')];
/**
 * The browser's own `history.replaceState`, bound before Google's script replaces it, so that setting the
 * address does not report a page view.
 */
const setAddress = history.replaceState.bind(history);

function loadScript(src: string): void {
  const script = document.createElement('script');
  script.async = true;
  script.src = src;
  document.head.append(script);
}

const events: unknown[] = [];
window.dataLayer = events;
/** Google's library accepts a command only as an `arguments` object. */
const gtag: (...args: unknown[]) => void = function () {
  // biome-ignore lint/complexity/noArguments: see above
  events.push(arguments);
};

/** The same queue as in Meta's snippet. */
function createPixel(): Pixel {
  const call = (...args: unknown[]) => {
    if (pixel.callMethod) pixel.callMethod(...args);
    else pixel.queue.push(args);
  };
  const pixel: Pixel = Object.assign(call, {
    push: undefined as never,
    queue: [],
    loaded: true,
    version: '2.0',
    disablePushState: true,
  });
  pixel.push = pixel;
  return pixel;
}
const pixel = createPixel();

if (ga4 !== undefined) {
  gtag('js', new Date());
  gtag('config', ga4, {
    send_page_view: false,
    allow_google_signals: false,
    allow_ad_personalization_signals: false,
  });
  loadScript(`https://www.googletagmanager.com/gtag/js?id=${ga4}`);
}
if (meta !== undefined) {
  window.fbq = pixel;
  window._fbq = pixel;
  // By default, the pixel reads forms and buttons.
  pixel('set', 'autoConfig', false, meta);
  pixel('init', meta);
  loadScript('https://connect.facebook.net/en_US/fbevents.js');
}

function showPage({ address, title, referrer }: Extract<AnalyticsMessage, { kind: 'page' }>): void {
  setAddress(null, '', address);
  document.title = title;
  const page = { page_location: location.href, page_title: title, page_referrer: referrer };
  if (ga4 !== undefined) {
    gtag('set', page);
    gtag('event', 'page_view', page);
  }
  if (meta !== undefined) pixel('track', 'PageView');
}

function showPurchase({ orderId, value, tax, course }: Purchase): void {
  const currency = 'INR';
  if (ga4 !== undefined)
    gtag('event', 'purchase', {
      transaction_id: orderId,
      value,
      tax,
      currency,
      items: [{ item_id: String(course.id), item_name: course.name, quantity: course.seats }],
    });
  if (meta !== undefined)
    pixel(
      'track',
      'Purchase',
      { value, currency, content_type: 'product', content_ids: [String(course.id)], num_items: course.seats },
      { eventID: orderId },
    );
}

addEventListener('message', ({ origin, source, data }: MessageEvent<AnalyticsMessage>) => {
  if (origin !== location.origin || source !== parent) return;
  if (data.kind === 'page') showPage(data);
  else showPurchase(data.purchase);
});
