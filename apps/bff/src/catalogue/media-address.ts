/** Where the browser finds pictures and files of the upstream: below `/media` of this server. */

const mediaRoot = '/media/';
const pictureOrFile = /^(?:.*_)?image$|^file_url$/;
const link = /_url$/;

/**
 * @param address as the upstream gives it: relative, or absolute on its own host or another
 * @returns an address for the browser; the empty string where a browser should not go there
 */
export function mediaAddress(address: string, upstreamUrl: string): string {
  if (address.trim() === '') return '';
  const url = URL.parse(address, upstreamUrl);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return '';
  const own = url.origin === new URL(upstreamUrl).origin;
  return own && url.pathname.startsWith(mediaRoot) ? url.pathname + url.search : url.href;
}

/** Links stay as they are, unless they would run a script or lead nowhere that a browser goes. */
function linkAddress(address: string): string {
  const trimmed = address.trim();
  if (trimmed === '' || /^[/#](?!\/)/.test(trimmed)) return trimmed;
  const protocol = URL.parse(trimmed)?.protocol;
  return protocol === 'https:' || protocol === 'http:' ? trimmed : '';
}

/**
 * Rewrites every address in normalised data, in place: `image`, `*_image` and `file_url` by {@link mediaAddress},
 * other `*_url` only where they are unsafe.
 */
export function rewriteAddresses(data: unknown, upstreamUrl: string): void {
  if (typeof data !== 'object' || data === null) return;
  const record = data as Record<string, unknown>;
  for (const [key, value] of Object.entries(record)) {
    if (typeof value !== 'string') rewriteAddresses(value, upstreamUrl);
    else if (pictureOrFile.test(key)) record[key] = mediaAddress(value, upstreamUrl);
    else if (link.test(key)) record[key] = linkAddress(value);
  }
}
