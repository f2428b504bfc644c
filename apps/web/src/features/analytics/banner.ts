/**
 * Asks for consent to analytics in a banner. The banner covers the bottom of the window and moves no content.
 */
const names: Readonly<Record<string, string>> = {
  ga4: 'Google Analytics to count visits',
  meta: 'the Meta pixel to measure advertisements',
};

const style = `
  :host { all: initial; }
  section { position: fixed; inset: auto 0 0; z-index: 50; max-height: 60dvh; overflow: auto;
    box-sizing: border-box; padding: 1rem max(1rem, calc(50vw - 36rem)); border-top: 1px solid var(--color-line-strong);
    background: var(--color-surface); color: var(--color-ink); font: 1rem/1.5 Figtree, Arial, sans-serif;
    box-shadow: 0 -4px 24px rgb(0 0 0 / 15%); display: flex; flex-wrap: wrap; align-items: center; gap: .75rem 1.5rem; }
  p { flex: 1 1 20rem; margin: 0; }
  a { color: inherit; }
  div { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; flex: 0 1 20rem; }
  button { min-height: 2.75rem; padding: 0 1rem; border: 1px solid var(--color-line-strong); border-radius: .375rem;
    background: transparent; color: inherit; font: inherit; font-weight: 600; cursor: pointer; }
  button:hover { background: var(--color-sand); }
  :focus-visible { outline: 3px solid var(--color-brand); outline-offset: 2px; }
  @media (max-width: 40rem) { div { flex-basis: 100%; } p { flex-basis: 100%; font-size: .9375rem; } }
  @media print { section { display: none; } }
`;

function button(text: string, onClick: () => void): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.textContent = text;
  element.addEventListener('click', onClick);
  return element;
}

/** Keeps the banner from covering the focused element. */
const leaveRoom = (height: string) =>
  document.documentElement.style.setProperty('scroll-padding-bottom', height);

/**
 * Shows the banner.
 * @returns true if the visitor accepts; resolves when the banner is removed
 */
export function ask(services: readonly string[], { focus }: { focus: boolean }): Promise<boolean> {
  const host = document.createElement('div');
  const shadow = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  shadow.adoptedStyleSheets = [sheet];
  const section = document.createElement('section');
  section.ariaLabel = 'Cookies';
  const text = document.createElement('p');
  const used = services.map((service) => names[service] ?? service).join(' and ');
  text.append(`May we use ${used}? This sets cookies. `);
  const policy = document.createElement('a');
  policy.href = '/privacy-policy';
  policy.textContent = 'Privacy policy';
  text.append(policy);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const buttons = document.createElement('div');
  const refuse = button('Refuse', () => resolve(false));
  buttons.append(
    refuse,
    button('Accept', () => resolve(true)),
  );
  section.append(text, buttons);
  shadow.append(section);
  // The first element in the order of the keyboard and of screen readers.
  document.body.prepend(host);
  leaveRoom(`${section.offsetHeight}px`);
  if (focus) refuse.focus();
  return promise.finally(() => {
    host.remove();
    leaveRoom('');
  });
}

/** Adds a button below the footer that opens the banner again. */
export function addFooterButton(onClick: () => void): HTMLButtonElement {
  const bar = document.createElement('div');
  const shadow = bar.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    :host { display: block; background: var(--color-ink-deep); text-align: center; }
    button { min-height: 2.75rem; padding: 0 1rem; border: 0; background: none; color: #fffc;
      font: .875rem/1.5 Figtree, Arial, sans-serif; text-decoration: underline; cursor: pointer; }
    button:hover { color: #fff; }
    :focus-visible { outline: 3px solid #fff; outline-offset: -3px; }
    @media print { :host { display: none; } }
  `);
  shadow.adoptedStyleSheets = [sheet];
  const opener = button('Cookie settings', onClick);
  shadow.append(opener);
  document.body.append(bar);
  return opener;
}
