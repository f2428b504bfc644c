import type { RenderedPage } from '@meridian/contracts/site/renderer';
import type { PageFiles } from './page-files.ts';
import type { DocumentInstance } from './site-instance.ts';
import type { InlineFiles } from './web-bundle.ts';

/** Meta tags, and the consent script of the analytics services. */
interface DocumentExtras {
  /** Names of the analytics services; empty if there are none. */
  services: readonly string[];
  /** URL of the script that asks for consent. */
  consentScript: string | undefined;
  /** Meta tags of this page. */
  metaTags: readonly { name: string; content: string }[];
}

export interface TemplateSettings extends DocumentExtras {
  /**
   * URL of the payment widget's script. Only documents of pages with a payment contain the URL; they load the
   * script when it is needed.
   */
  paymentWidgetUrl: string;
  instance: Pick<DocumentInstance, 'json' | 'style' | 'frame'>;
  inline: InlineFiles;
  /** URL of the file with the page's state; undefined if the state is inline. */
  stateAddress?: string | undefined;
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

function extraMarkup({ services, consentScript, metaTags }: DocumentExtras): string {
  const tags = [...metaTags, ...(consentScript ? [{ name: 'analytics', content: services.join(' ') }] : [])];
  const lines = tags.map(
    ({ name, content }) => `<meta name="${name}" content="${escapeAttribute(content)}">\n`,
  );
  const script = consentScript && `<script type="module" async src="${consentScript}"></script>\n`;
  return lines.join('') + (script ?? '');
}

/**
 * Inlines a style sheet. The disabled link is not fetched: it tells the loader of lazy chunks that the styles
 * are present.
 */
function inlineStyle(href: string, styles: ReadonlyMap<string, string>): string {
  return `<style>${styles.get(href) ?? ''}</style>\n<link rel="stylesheet" href="${href}" disabled>`;
}

/**
 * Assembles the document of a rendered page. Its styles are inline: the first paint waits only for the markup
 * of the first screen, because a document painted in pieces shifts its layout. The loader fetches modules and
 * state after the paint. The policy allows the styles and the loader by their hashes.
 */
export function pageHtml(page: RenderedPage, files: PageFiles, settings: TemplateSettings): string {
  const stateSource = settings.stateAddress && escapeAttribute(settings.stateAddress);
  return `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="${settings.instance.frame.light}">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${settings.instance.frame.dark}">
<link rel="expect" href="#${page.belowFirstScreen ?? 'state'}" blocking="render">
<script data-modules="${files.modules.join(' ')}"${stateSource ? ` data-state="${stateSource}"` : ''}>${settings.inline.loader}</script>
${files.styles.map((href) => inlineStyle(href, settings.inline.styles)).join('\n')}
${settings.instance.style && `<style>${settings.instance.style}</style>`}
${files.fonts.map((href) => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>`).join('\n')}
${page.head}
${page.payment ? `<meta name="payment-widget" content="${escapeAttribute(settings.paymentWidgetUrl)}">\n` : ''}${extraMarkup(settings)}</head>
<body class="${escapeAttribute(page.bodyClass)}">
<div id="root">${page.html}</div>
<script type="application/json" id="instance">${settings.instance.json}</script>
${stateSource ? `<script type="application/json" id="state" data-source="${stateSource}">` : `<script type="application/json" id="state">${page.state}`}</script>
</body>
</html>
`;
}
