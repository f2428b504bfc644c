import { instance } from '@meridian/contracts/site/instance';

const messages: Record<number, string> = {
  400: 'This address cannot be read.',
  414: 'This address is too long.',
  429: 'Too many requests. Please wait a moment and try again.',
};

/** A static page for when rendering fails: no scripts and no styles. */
/** @param message one of our own, without markup */
export function errorPage(statusCode: number, message?: string): string {
  const text = message ?? messages[statusCode] ?? 'An unexpected error occurred.';
  return `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Error | ${instance().name}</title>
</head>
<body>
<h1>${instance().name}</h1>
<p>${text}</p>
<p><a href="/">Home</a></p>
</body>
</html>
`;
}
