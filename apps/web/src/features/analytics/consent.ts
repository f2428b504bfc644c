/**
 * Loads the analytics services after consent. Documents include this separate script only if
 * `GA4_MEASUREMENT_ID` or `META_PIXEL_ID` is set. Until the visitor accepts, nothing is loaded or sent.
 */
import { addFooterButton, ask } from './banner.ts';
import { deleteCookies, readChoice, storeChoice } from './choice.ts';
import { cleanPage } from './clean-page.ts';
import type { AnalyticsMessage } from './messages.ts';
import { watchPurchase } from './purchases.ts';

const framePath = '/analytics-frame';
const services =
  document.querySelector<HTMLMetaElement>('meta[name="analytics"]')?.content.split(' ').filter(Boolean) ?? [];

/** Present only while there is consent. */
let frame: HTMLIFrameElement | undefined;
let waiting: AnalyticsMessage[] = [];
let isLoaded = false;
let seen: string | undefined;

function tell(message: AnalyticsMessage): void {
  if (!frame) return;
  if (isLoaded) frame.contentWindow?.postMessage(message, location.origin);
  else waiting.push(message);
}

/** The referrer of a page view. If it is another site, only its origin is reported. */
function referrerOf(previous: string | undefined): string {
  if (previous !== undefined) return new URL(previous, location.origin).href;
  const { origin } = URL.parse(document.referrer) ?? {};
  return origin === undefined || origin === location.origin ? '' : `${origin}/`;
}

function seePage(): void {
  if (!frame) return;
  const { address, isPrivate } = cleanPage(new URL(location.href));
  void watchPurchase((purchase) => tell({ kind: 'purchase', purchase }));
  if (address === seen) return;
  const referrer = referrerOf(seen);
  seen = address;
  // The title of a private page may contain a person's name.
  tell({ kind: 'page', address, title: isPrivate ? address : document.title, referrer });
}

function start(): void {
  frame = document.createElement('iframe');
  frame.hidden = true;
  frame.title = 'Analytics';
  frame.ariaHidden = 'true';
  frame.tabIndex = -1;
  frame.referrerPolicy = 'no-referrer';
  frame.src = framePath;
  frame.addEventListener('load', () => {
    isLoaded = true;
    for (const message of waiting) tell(message);
    waiting = [];
  });
  document.body.append(frame);
  seePage();
}

function stop(): void {
  frame?.remove();
  frame = undefined;
  waiting = [];
  isLoaded = false;
  seen = undefined;
  deleteCookies();
}

let isAsking = false;
async function askForChoice(focus: boolean): Promise<void> {
  if (isAsking) return;
  isAsking = true;
  const isAccepted = await ask(services, { focus });
  isAsking = false;
  storeChoice(isAccepted ? services : 'refused');
  if (!isAccepted) stop();
  else if (!frame) start();
}

function begin(): void {
  const opener = addFooterButton(() => void askForChoice(true).then(() => opener.focus()));
  // Each navigation sets the title, even to the same text, so the observer sees every navigation.
  const title = document.querySelector('title');
  if (title) new MutationObserver(seePage).observe(title, { childList: true });
  const choice = readChoice(services);
  if (choice === undefined) {
    // Global Privacy Control counts as a refusal, so the banner is not shown. The visitor can still accept
    // through the button below the footer.
    if (navigator.globalPrivacyControl !== true) void askForChoice(false);
  } else if (choice !== 'refused') start();
}

// Starts one second after the `load` event, so that it does not delay the page's own code.
const later = () => setTimeout(begin, 1_000);
if (document.readyState === 'complete') later();
else addEventListener('load', later, { once: true });
