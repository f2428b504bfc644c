/** Path prefix under which this server serves the upstream's images and files. */

const mediaRoot = '/media/';
const pictureOrFile = /^(?:.*_)?image$|^file_url$/;
const link = /_url$/;

/**
 * @param address from the upstream: relative, or absolute on any host
 * @returns a URL for the browser; empty if the address is unsafe
 */
export function mediaAddress(address: string, upstreamUrl: string): string {
  if (address.trim() === '') return '';
  const url = URL.parse(address, upstreamUrl);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return '';
  const own = url.origin === new URL(upstreamUrl).origin;
  return own && url.pathname.startsWith(mediaRoot) ? url.pathname + url.search : url.href;
}

/** Keeps a link that is `http:` or `https:`, a path from the root, or a fragment. Empties all others. */
function linkAddress(address: string): string {
  const trimmed = address.trim();
  if (trimmed === '' || /^[/#](?!\/)/.test(trimmed)) return trimmed;
  const protocol = URL.parse(trimmed)?.protocol;
  return protocol === 'https:' || protocol === 'http:' ? trimmed : '';
}

/**
 * Rewrites URLs in normalised data, in place: `image`, `*_image` and `file_url` with {@link mediaAddress},
 * other `*_url` with {@link linkAddress}.
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
