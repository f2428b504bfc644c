/**
 * Stands inside every document, before all else. It loads the page's code once the page has been shown, so that no
 * script delays what the visitor sees first; whoever uses the page earlier gets the code at once, and a button that
 * was pressed meanwhile does its work when the code is there.
 *
 * It cannot import anything: the document carries its text.
 */
const addresses = document.currentScript?.dataset.modules?.split(' ') ?? [];

/** A page whose pictures do not come gets its code after this time. */
const patienceMs = 3_000;
const signs = ['pointerdown', 'touchstart', 'keydown', 'focusin', 'scroll'] as const;

let started = false;

const early: NonNullable<Window['early']> = {
  touched: false,
  stop: () => {
    for (const sign of signs) document.removeEventListener(sign, touch, true);
    document.removeEventListener('click', press, true);
  },
};
window.early = early;

/** Loads all files together, and runs them one by one, with time for the visitor in between. */
async function load(): Promise<void> {
  if (started) return;
  started = true;
  for (const href of addresses)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  for (const address of addresses) {
    await import(/* @vite-ignore */ address);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

function touch({ type, target }: Event): void {
  // A row of slides that takes its place scrolls by itself.
  if (type === 'scroll' && target !== document) return;
  early.touched = true;
  void load();
}

function press({ target }: Event): void {
  const button = target instanceof Element && target.closest('button');
  if (button) early.pressed = button;
}

for (const sign of signs) document.addEventListener(sign, touch, { capture: true, passive: true });
document.addEventListener('click', press, true);
/** Resolves when the first text or picture is on the screen. */
const painted = new Promise<void>((resolve) => {
  const tell = (entries: PerformanceObserverEntryList) =>
    entries.getEntriesByName('first-contentful-paint').length > 0 && resolve();
  new PerformanceObserver(tell).observe({ type: 'paint', buffered: true });
});
addEventListener('load', () => void painted.then(load));
setTimeout(() => void load(), patienceMs);
