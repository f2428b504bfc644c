// Runs in the payer's browser, inside the function that the route wraps around it. Styles are added as a
// constructed stylesheet, so that a page whose policy forbids inline styles can embed the script.

/**
 * @typedef {object} Options
 * @property {string} key
 * @property {number} amount integer paise
 * @property {string} [currency]
 * @property {string} [name] merchant
 * @property {string} [description]
 * @property {string} order_id
 * @property {{name?: string, email?: string, contact?: string}} [prefill]
 * @property {{color?: string}} [theme]
 * @property {(response: unknown) => void} [handler]
 * @property {string} [callback_url] address of the form POST after a hosted page
 * @property {boolean} [redirect] true to open a hosted page instead of the dialog
 * @property {{display?: {hide?: {method: string, flows?: string[]}[]}}} [config]
 * @property {number} [timeout] seconds
 * @property {boolean | {enabled?: boolean, max_count?: number}} [retry]
 * @property {{ondismiss?: () => void, escape?: boolean, backdropclose?: boolean, confirm_close?: boolean}} [modal]
 */

const script = document.currentScript;
if (!(script instanceof HTMLScriptElement))
  throw new Error('checkout.js has to be loaded by a script element.');
const paymentsUrl = new URL('/v1/checkout/payments', script.src).href;
const hostedUrl = new URL('/v1/checkout/embedded', script.src).href;

/** Payment methods, as in the list of the real widget. */
const instruments = [
  { method: 'upi', flow: 'intent', title: 'UPI app' },
  { method: 'upi', flow: 'qr', title: 'UPI QR code' },
  { method: 'upi', flow: 'collect', title: 'UPI ID' },
  { method: 'card', flow: '', title: 'card' },
  { method: 'netbanking', flow: '', title: 'net banking' },
  { method: 'wallet', flow: '', title: 'wallet' },
];

const sheet = new CSSStyleSheet();
sheet.replaceSync(checkoutStyles);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {string} className
 * @param {string | Node[]} content
 */
function element(tag, className, content) {
  const node = document.createElement(tag);
  node.className = className;
  if (typeof content === 'string') node.textContent = content;
  else node.append(...content);
  return node;
}

/**
 * @param {string} hex a six-digit colour
 * @returns black or white, whichever is readable on the colour
 */
function readableOn(hex) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((place) => {
    const level = Number.parseInt(hex.slice(place, place + 2), 16) / 255;
    return level <= 0.04045 ? level / 12.92 : ((level + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff';
}

/**
 * @param {Options} options
 * @returns the payment methods that the merchant has not hidden
 */
function offered({ config }) {
  const hidden = config?.display?.hide ?? [];
  return instruments.filter(
    ({ method, flow }) =>
      !hidden.some((hide) => hide.method === method && (!hide.flows || hide.flows.includes(flow))),
  );
}

/**
 * Opens the hosted page, as the real widget does for `redirect: true`.
 * @param {Options} options
 */
function leaveForHostedPage(options) {
  const { key, order_id, amount, currency = 'INR', name = '', description = '', prefill } = options;
  const form = document.createElement('form');
  form.method = 'post';
  form.action = hostedUrl;
  const fields = {
    key_id: key,
    order_id,
    amount: String(amount),
    currency,
    name,
    description,
    email: prefill?.email ?? '',
    contact: prefill?.contact ?? '',
    callback_url: options.callback_url ?? '',
  };
  for (const [field, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    Object.assign(input, { type: 'hidden', name: field, value });
    form.append(input);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}

/** @param {Options} options */
function buildDialog(options) {
  const money = new Intl.NumberFormat('en-IN', { style: 'currency', currency: options.currency ?? 'INR' });
  const { name = '', email = '', contact = '' } = options.prefill ?? {};
  const payer = [name, email, contact].filter(Boolean).join(', ');
  const title = element('h2', 'rzp-sandbox-title', options.name || 'Payment');
  const test = element('p', 'rzp-sandbox-test', 'Test mode — no money moves');
  const error = element('p', 'rzp-sandbox-error', '');
  const success = element('button', 'rzp-sandbox-button rzp-sandbox-button-main', 'Success');
  const fail = element('button', 'rzp-sandbox-button', 'Fail');
  const dismiss = element('button', 'rzp-sandbox-button', 'Dismiss');
  const amount = element('p', 'rzp-sandbox-amount', money.format(options.amount / 100));
  const dialog = element('dialog', 'rzp-sandbox', [
    element('div', 'rzp-sandbox-head', [title, amount]),
    element('div', 'rzp-sandbox-body', [
      ...(options.description ? [element('p', '', options.description)] : []),
      ...(payer ? [element('p', 'rzp-sandbox-payer', `Paying as ${payer}`)] : []),
      element(
        'p',
        'rzp-sandbox-payer',
        `Pay by ${offered(options)
          .map(({ title }) => title)
          .join(', ')}`,
      ),
      test,
      error,
      element('div', 'rzp-sandbox-actions', [success, fail, dismiss]),
    ]),
  ]);

  title.id = 'rzp-sandbox-title';
  test.id = 'rzp-sandbox-test';
  dialog.setAttribute('role', 'dialog');
  dialog.setAttribute('aria-labelledby', title.id);
  dialog.setAttribute('aria-describedby', test.id);
  error.setAttribute('role', 'alert');
  for (const button of [success, fail, dismiss]) button.type = 'button';
  success.autofocus = true;
  const color = options.theme?.color ?? '';
  if (/^#[0-9a-f]{6}$/i.test(color)) {
    dialog.style.setProperty('--rzp-accent', color);
    dialog.style.setProperty('--rzp-on-accent', readableOn(color));
  }
  return { dialog, error, success, fail, dismiss };
}

class Razorpay {
  /** @type {Options} */
  #options;
  /** @type {Map<string, ((response: unknown) => void)[]>} */
  #listeners = new Map();
  /** @type {ReturnType<typeof buildDialog> | undefined} */
  #view;
  /** @type {number | undefined} */
  #timer;
  #failures = 0;
  #busy = false;

  /** @param {Options} options */
  constructor(options) {
    if (!options?.key) throw new Error('No key passed');
    this.#options = options;
  }

  /** @param {string} event @param {(response: unknown) => void} listener */
  on(event, listener) {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
    return this;
  }

  open() {
    if (this.#view) return this;
    if (this.#options.redirect === true && this.#options.callback_url) {
      leaveForHostedPage(this.#options);
      return this;
    }
    const view = buildDialog(this.#options);
    const { modal = {}, timeout } = this.#options;
    this.#view = view;
    this.#failures = 0;
    view.success.addEventListener('click', () => this.#pay('success'));
    view.fail.addEventListener('click', () => this.#pay('fail'));
    view.dismiss.addEventListener('click', () => this.#dismiss());
    // Escape is handled here, because a second Escape closes a dialog even if its `cancel` event was
    // prevented.
    view.dialog.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') event.preventDefault();
      if (event.key === 'Escape' && modal.escape !== false) this.#leave();
    });
    view.dialog.addEventListener('cancel', (event) => event.preventDefault());
    view.dialog.addEventListener('click', (event) => {
      if (event.target === view.dialog && modal.backdropclose === true) this.#leave();
    });
    document.body.append(view.dialog);
    view.dialog.showModal();
    if (timeout) this.#timer = window.setTimeout(() => this.#dismiss(), timeout * 1_000);
    return this;
  }

  close() {
    const view = this.#view;
    if (!view) return;
    window.clearTimeout(this.#timer);
    this.#view = undefined;
    this.#busy = false;
    // `close` comes before `remove`, so that the browser restores the focus.
    view.dialog.close();
    view.dialog.remove();
  }

  /** Handles Escape and a click on the backdrop, which may be accidental. */
  #leave() {
    const asks = this.#options.modal?.confirm_close === true;
    if (!asks || window.confirm('Do you want to leave the payment?')) this.#dismiss();
  }

  #dismiss() {
    if (!this.#view) return;
    this.close();
    this.#options.modal?.ondismiss?.();
  }

  /** @param {boolean} busy */
  #setBusy(busy) {
    this.#busy = busy;
    // `aria-disabled`, because a button loses the focus if it is `disabled`.
    for (const button of [this.#view?.success, this.#view?.fail]) {
      button?.setAttribute('aria-disabled', String(busy));
    }
  }

  /** @param {'success' | 'fail'} outcome */
  async #pay(outcome) {
    const view = this.#view;
    if (!view || this.#busy) return;
    this.#setBusy(true);
    view.error.textContent = '';
    const { key, order_id, amount, currency = 'INR', description = '', prefill } = this.#options;
    const fields = { key_id: key, order_id, amount: String(amount), currency, outcome, description };
    const payer = { email: prefill?.email ?? '', contact: prefill?.contact ?? '' };
    const body = new URLSearchParams({ ...fields, ...payer });
    const answer = await fetch(paymentsUrl, { method: 'POST', body })
      .then((response) => response.json())
      .catch((error) => {
        console.error(error);
        view.error.textContent = 'The payment service cannot be reached. Try again.';
      });
    // The payer closed the dialog during the payment. As in the real widget, the handler is then not called.
    if (this.#view !== view) return;
    this.#setBusy(false);
    if (answer) this.#settle(answer);
  }

  /** @param {{error?: {description: string}}} answer */
  #settle(answer) {
    if (!answer.error) {
      this.close();
      // The real widget returns more fields than the three documented fields.
      this.#options.handler?.({ ...answer, org_name: 'Sandbox', status_code: 200 });
      return;
    }
    this.#failures += 1;
    const { retry = true } = this.#options;
    const { enabled = true, max_count = Number.POSITIVE_INFINITY } = typeof retry === 'object' ? retry : {};
    if (this.#view) this.#view.error.textContent = answer.error.description;
    for (const listener of this.#listeners.get('payment.failed') ?? []) listener(answer);
    if (retry === false || !enabled || this.#failures > max_count) this.#dismiss();
  }
}

Object.assign(window, { Razorpay });
