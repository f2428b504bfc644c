/**
 * Inline script of every document. It loads the page's modules after the `load` event and the first paint, at
 * the first interaction, or after three seconds, whichever is first. It records interactions before
 * hydration, to be replayed afterwards. It has no static imports, because it is not a module.
 */
const { modules, state } = document.currentScript?.dataset ?? {};
const addresses = modules?.split(' ') ?? [];

/** The modules are loaded after this time, even if nothing was painted. */
const timeoutMs = 3_000;
const signs = ['pointerdown', 'touchstart', 'keydown', 'focusin', 'scroll', 'dragenter'] as const;
const drops = ['dragover', 'drop'] as const;

let started = false;
let anotherTry: Promise<void> | undefined;

const early: NonNullable<Window['early']> = {
  touched: false,
  again() {
    anotherTry ??= reoffer().then(() => {
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

/**
 * Shows that code could not be loaded.
 * @returns a promise that resolves when the visitor clicks the retry button, or when the network is back
 */
function reoffer(): Promise<void> {
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

/** Preloads all modules in parallel. Runs each in its own task, so that input is handled in between. */
async function load(): Promise<void> {
  if (started) return;
  started = true;
  const preload = (link: Partial<HTMLLinkElement>) =>
    document.head.append(Object.assign(document.createElement('link'), link));
  for (const href of addresses) preload({ rel: 'modulepreload', href });
  // The entry module fetches the state as soon as it runs.
  if (state) preload({ rel: 'preload', as: 'fetch', crossOrigin: '', href: state });
  for (const address of addresses) {
    let tries = 0;
    while (!(await import(/* @vite-ignore */ address).catch(() => false))) {
      tries += 1;
      // Some browsers cache a failed import for the document's lifetime; only a reload retries it.
      if (tries > 1 && (await fetch(address).catch(() => undefined))) location.reload();
      await early.again();
    }
    await new Promise((resolve) => setTimeout(resolve));
  }
}

function touch({ type, target }: Event): void {
  // A carousel fires scroll events during layout.
  if (type === 'scroll' && target !== document) return;
  early.touched = true;
  void load();
}

function press({ target }: Event): void {
  const button = target instanceof Element && target.closest('button');
  // The loader's own retry button is not replayed.
  if (button && !button.onclick) early.pressed = button;
}

/** Keeps the browser from opening a file that is dropped on a field whose code is not loaded yet. */
function drop(event: DragEvent): void {
  const { target, dataTransfer } = event;
  if (!(target instanceof Element && target.closest('[data-drop]'))) return;
  event.preventDefault();
  if (event.type === 'drop') early.dropped = dataTransfer?.files[0];
}

// The capture phase is needed, because React stops events of parts that are not hydrated yet.
for (const kind of drops) document.addEventListener(kind, drop, true);
for (const sign of signs) document.addEventListener(sign, touch, { capture: true, passive: true });
document.addEventListener('click', press, true);
/** Resolves at the first contentful paint. */
const painted = new Promise<void>((resolve) => {
  const report = (entries: PerformanceObserverEntryList) =>
    entries.getEntriesByName('first-contentful-paint').length > 0 && resolve();
  new PerformanceObserver(report).observe({ type: 'paint', buffered: true });
});
addEventListener('load', () => void painted.then(load));
setTimeout(() => void load(), timeoutMs);
