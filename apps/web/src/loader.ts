/**
 * Stands inside every document, before all else. It loads the page's code once the page has been shown, so that no
 * script delays what the visitor sees first; whoever uses the page earlier gets the code at once, and a button that
 * was pressed meanwhile does its work when the code is there.
 *
 * It cannot import anything: the document carries its text.
 */
const { modules, styles } = document.currentScript?.dataset ?? {};
const addresses = modules?.split(' ') ?? [];
const sheets = styles ? styles.split(' ') : [];

/** A page whose pictures do not come gets its code after this time. */
const patienceMs = 3_000;
const signs = ['pointerdown', 'touchstart', 'keydown', 'focusin', 'scroll', 'dragenter'] as const;
const drops = ['dragover', 'drop'] as const;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let started = false;
let anotherTry: Promise<void> | undefined;

const early: NonNullable<Window['early']> = {
  touched: false,
  again() {
    anotherTry ??= offerAgain().then(() => {
      anotherTry = undefined;
    });
    return anotherTry;
  },
  stop() {
    for (const sign of signs) document.removeEventListener(sign, touch, true);
    document.removeEventListener('click', press, true);
  },
};
window.early = early;

/** Tells that code is missing. @returns resolves when the visitor wants another try, or the network is back */
function offerAgain(): Promise<void> {
  const bar = document.createElement('p');
  bar.role = 'alert';
  bar.className = 'load-failure';
  bar.append('Parts of this page could not be loaded. ');
  const button = document.createElement('button');
  button.append('Try again');
  bar.append(button);
  document.body.append(bar);
  return new Promise<Event>((resolve) => {
    button.onclick = resolve;
    addEventListener('online', resolve, { once: true });
  }).then(() => bar.remove());
}

/** The document has the rules that its markup uses; what its code adds needs the others. */
async function loadSheet(href: string): Promise<void> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  const loaded = new Promise<boolean>((resolve) => {
    link.onload = () => resolve(true);
    link.onerror = () => resolve(false);
  });
  document.head.append(link);
  if (await loaded) return;
  link.remove();
  await early.again();
  await loadSheet(href);
}

/** Loads all files together, and runs them one by one, with time for the visitor in between. */
async function load(): Promise<void> {
  if (started) return;
  started = true;
  for (const href of addresses)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  // Without them the page works all the same.
  await Promise.race([Promise.all(sheets.map(loadSheet)), wait(patienceMs)]);
  for (const address of addresses) {
    let tries = 0;
    while (!(await import(/* @vite-ignore */ address).catch(() => false))) {
      tries += 1;
      // Some browsers remember that an address could not be loaded; only a new document asks for it again.
      if (tries > 1 && (await fetch(address).catch(() => undefined))) location.reload();
      await early.again();
    }
    await wait(0);
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
  // The loader's own button has done its work.
  if (button && !button.onclick) early.pressed = button;
}

/** A file that is dropped on its field before the field's code is there: the browser would open it. */
function drop(event: DragEvent): void {
  const { target, dataTransfer } = event;
  if (!(target instanceof Element && target.closest('[data-drop]'))) return;
  event.preventDefault();
  if (event.type === 'drop') early.dropped = dataTransfer?.files[0];
}

// On its way down: React stops what it cannot answer yet.
for (const kind of drops) document.addEventListener(kind, drop, true);
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
