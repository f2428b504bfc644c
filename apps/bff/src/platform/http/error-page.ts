import { instance } from '@meridian/contracts/site/instance';
import { html } from './html.ts';

const messages: Record<number, string> = {
  400: 'This address cannot be read.',
  414: 'This address is too long.',
  429: 'Too many requests. Please wait a moment and try again.',
};

/**
 * A static page without scripts and styles, for page requests that fail and forms without scripts that are
 * refused.
 * @param message replaces the default message of the status
 */
export function errorPage(statusCode: number, message?: string): string {
  const text = message ?? messages[statusCode] ?? 'An unexpected error occurred.';
  const { name } = instance();
  return html`<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Error | ${name}</title>
</head>
<body>
<h1>${name}</h1>
<p>${text}</p>
<p><a href="/">Home</a></p>
</body>
</html>
`.text;
}
