/** Path prefix of the upstream's images and files on this server. */

const mediaRoot = '/media/';
const pictureOrFile = /^(?:.*_)?image$|^file_url$/;
const link = /_url$/;

/**
 * @param address from the upstream: relative, or absolute on any host
 * @returns an address for the browser; empty if unsafe
 */
export function mediaAddress(address: string, upstreamUrl: string): string {
  if (address.trim() === '') return '';
  const url = URL.parse(address, upstreamUrl);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return '';
  const own = url.origin === new URL(upstreamUrl).origin;
  return own && url.pathname.startsWith(mediaRoot) ? url.pathname + url.search : url.href;
}

/** Keeps links unless their scheme is unsafe or unusable in a browser. */
function linkAddress(address: string): string {
  const trimmed = address.trim();
  if (trimmed === '' || /^[/#](?!\/)/.test(trimmed)) return trimmed;
  const protocol = URL.parse(trimmed)?.protocol;
  return protocol === 'https:' || protocol === 'http:' ? trimmed : '';
}

/**
 * Rewrites addresses in normalised data, in place: `image`, `*_image` and `file_url` by {@link
 * mediaAddress}; other `*_url` only if unsafe.
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
