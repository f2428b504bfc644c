/** Hosted payment page, for browsers that cannot show the dialog. It sends the payer back by a form POST. */
import { escapeHtml } from '../../page/html.ts';

const styles = `
:root { color-scheme: light; font: 16px/1.5 system-ui, sans-serif; color: #111827; background: #f3f4f6; }
main { box-sizing: border-box; max-width: 28rem; margin: 2rem auto; padding: 1.5rem; border-radius: 12px; background: #fff; }
h1 { margin: 0; font-size: 1.25rem; } .amount { margin: .25rem 0 1rem; font-size: 1.75rem; font-weight: 700; }
.test { padding: .5rem .75rem; border-radius: 8px; background: #fef3c7; color: #713f12; font-weight: 600; }
form { display: grid; gap: .5rem; } button { min-height: 44px; border: 1px solid #6b7280; border-radius: 8px;
background: #fff; font: inherit; font-weight: 600; } button[value=success] { border-color: #1d4ed8; background: #1d4ed8; color: #fff; }`;

function hidden(fields: Record<string, string>): string {
  return Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('\n');
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"><title>${escapeHtml(title)}</title><style>${styles}</style></head>
<body><main>${body}</main></body></html>
`;
}

/**
 * Builds the hosted payment page.
 * @param fields data of the payment. `posted` are the fields that the widget posted; the page posts them
 *   again with the payer's choice
 */
export function hostedPage(fields: {
  name: string;
  description: string;
  amountPaise: number;
  payUrl: string;
  /** URL for a payer who dismisses the page. If undefined, a script on the page goes back in the history. */
  cancelUrl: string | undefined;
  posted: Record<string, string>;
}): string {
  const money = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
  const title = fields.name || 'Payment';
  return page(
    title,
    `<h1>${escapeHtml(title)}</h1>
<p class="amount">${escapeHtml(money.format(fields.amountPaise / 100))}</p>
<p>${escapeHtml(fields.description)}</p>
<p class="test">Test mode — no money moves</p>
<form method="post" action="${escapeHtml(fields.payUrl)}">
${hidden(fields.posted)}
<button name="outcome" value="success">Success</button>
<button name="outcome" value="fail">Fail</button>
${fields.cancelUrl === undefined ? '<button type="button" onclick="history.back()">Dismiss</button>' : ''}
</form>
${fields.cancelUrl === undefined ? '' : `<form method="post" action="${escapeHtml(fields.cancelUrl)}"><button>Dismiss</button></form>`}`,
  );
}

/**
 * Builds the page that returns the browser to the merchant.
 * @param fields as posted by Razorpay: flat, with errors as `error[code]`
 */
export function returnPage(callbackUrl: string, fields: Record<string, string>): string {
  return page(
    'Returning to the merchant',
    `<form method="post" action="${escapeHtml(callbackUrl)}">
${hidden(fields)}
<button>Continue</button>
</form>
<script>document.forms[0].submit()</script>`,
  );
}
