import type { PageFiles } from './page-files.ts';
import type { RenderedPage } from './web-bundle.ts';

export interface TemplateSettings {
  /** Address of the payment widget's script, which the checkout page loads on use. */
  paymentWidgetUrl: string;
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/**
 * Puts a rendered page into a document. There is no inline script in it: the policy forbids it. The entry module
 * comes last and at low priority, so that the first paint does not wait for it and finds the state in place.
 */
export function documentHtml(page: RenderedPage, files: PageFiles, settings: TemplateSettings): string {
  return `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${files.styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('\n')}
${files.fonts.map((href) => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>`).join('\n')}
${page.head}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<meta name="payment-widget" content="${escapeAttribute(settings.paymentWidgetUrl)}">
${files.modules.map((href) => `<link rel="modulepreload" href="${href}" fetchpriority="low">`).join('\n')}
</head>
<body class="${escapeAttribute(page.bodyClass)}">
<div id="root">${page.html}</div>
<script type="application/json" id="state">${page.state}</script>
<script type="module" src="${files.entry}" async fetchpriority="low"></script>
</body>
</html>
`;
}
