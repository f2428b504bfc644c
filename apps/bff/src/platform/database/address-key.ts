import { createHash } from 'node:crypto';

const normal = (address: string) => address.trim().toLowerCase();

/**
 * @returns the key of an email address in lists that are kept after its erasure: SHA-256 of the trimmed
 * address in lower case
 */
export function addressKey(address: string): string {
  return createHash('sha256').update(normal(address)).digest('hex');
}

/** @returns the masked address that operators see: `a…@example.com` */
export function maskedAddress(address: string): string {
  const [local = '', ...domain] = normal(address).split('@');
  return `${local.slice(0, 1)}…@${domain.join('@')}`;
}

const addressLike = /[^\s<>()[\]:;,"']+@[^\s<>()[\]:;,"']+/g;
const maxTextLength = 200;

/**
 * @returns the first 200 characters of a server's text, in one line and with everything that looks like an
 * email address replaced
 */
export function withoutAddresses(text: string): string {
  return text.replace(/\s+/g, ' ').replace(addressLike, '(address)').trim().slice(0, maxTextLength);
}
