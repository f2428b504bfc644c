/** Base URL for parsing paths. */
const anyOrigin = 'https://origin.invalid';

function fits(url: URL, maxLength: number): boolean {
  return url.href.length <= maxLength;
}

/**
 * Shortens a URL: first drops the fragment, then the longest parameters other than `utm_…` (a `gclid` may
 * have thousands of characters), then truncates.
 * @param address an absolute URL or a path
 * @param maxLength in UTF-16 units
 */
export function cutAddress(address: string, maxLength: number): string {
  if (address.length <= maxLength) return address;
  const isPath = address.startsWith('/') && !address.startsWith('//');
  const url = URL.parse(address, isPath ? anyOrigin : undefined);
  if (!url) return address.slice(0, maxLength).toWellFormed();
  const room = maxLength + (isPath ? anyOrigin.length : 0);
  url.hash = '';
  const byLength = [...url.searchParams.entries()]
    .filter(([name]) => !name.startsWith('utm_'))
    .sort(([, a], [, b]) => b.length - a.length);
  for (const [name] of byLength) {
    if (fits(url, room)) break;
    url.searchParams.delete(name);
  }
  const { href } = url;
  return (isPath ? href.slice(anyOrigin.length) : href).slice(0, maxLength);
}
