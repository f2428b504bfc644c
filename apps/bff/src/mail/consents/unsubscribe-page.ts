/**
 * The pages that unsubscribe or confirm consent. They work without scripts, in light and dark colour schemes.
 */
import { createHash } from 'node:crypto';
import { instance } from '@meridian/contracts/site/instance';
import { Html, html } from '../../platform/http/html.ts';

const style = () => `:root{color-scheme:light dark}
body{margin:0 auto;max-width:36rem;padding:2.5rem 1.25rem;font:1.0625rem/1.6 system-ui,sans-serif}
h1{font-size:1.5rem;line-height:1.25}
button{font:inherit;font-weight:600;min-height:2.75rem;padding:0 1.25rem;border:0;border-radius:.5rem;background:${instance().theme.colours?.brand ?? '#0f5c4e'};color:#fff;cursor:pointer}
button:focus-visible,a:focus-visible{outline:3px solid currentColor;outline-offset:3px}
a{color:inherit}
footer{margin-top:3rem;font-size:.875rem}`;

/** Allows only this style and a form that posts to this site. */
export const unsubscribePolicy = (): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style()).digest('base64')}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const still =
  'You still get emails about your bookings: confirmations, receipts, reminders and emails that you request.';

const contents = {
  open: (address: string) => ({
    title: 'Stop news, purchase reminders and requests for feedback?',
    body: html`<p>You will no longer get these emails at <strong>${address}</strong>. ${still}</p>
<form method="post"><button>Stop these emails</button></form>`,
  }),
  ended: (address: string) => ({
    title: 'You have unsubscribed',
    body: html`<p><strong>${address}</strong> no longer gets these emails. ${still}</p>`,
  }),
  pending: (address: string) => ({
    title: 'Get our news and offers?',
    body: html`<p>They were requested in a form with the address <strong>${address}</strong>.</p>
<form method="post"><button>Confirm</button></form>`,
  }),
  confirmed: (address: string) => ({
    title: 'Your consent is confirmed',
    body: html`<p><strong>${address}</strong> will get our news and offers. Each of these emails has a link that stops them.</p>`,
  }),
  nothing_pending: (address: string) => ({
    title: 'Nothing to confirm',
    body: html`<p>No consent for <strong>${address}</strong> needs confirmation.</p>`,
  }),
  unknown: () => ({
    title: 'Unknown link',
    body: html`<p>It may be incomplete, or the details of this address were erased. If you still get emails, please write to <a href="mailto:${instance().grievance.email}">${instance().grievance.email}</a>.</p>`,
  }),
};

/**
 * @param company legal name and address of the supplier
 * @param address masked
 */
export function unsubscribePage(
  state: keyof typeof contents,
  company: string | undefined,
  address = '',
): string {
  const { title, body } = contents[state](address);
  const { name } = instance();
  return html`<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} | ${name}</title>
<style>${new Html(style())}</style>
</head>
<body>
<main>
<p><a href="/">${name}</a></p>
<h1>${title}</h1>
${body}
</main>
<footer>${company ?? name}</footer>
</body>
</html>
`.text;
}
