import { createHash } from 'node:crypto';

const normal = (address: string) => address.trim().toLowerCase();

/** @returns key of an address in lists that outlive erasure: SHA-256 of it in lower case */
export function addressKey(address: string): string {
  return createHash('sha256').update(normal(address)).digest('hex');
}

/** @returns the address as operators see it: `a…@example.com` */
export function maskedAddress(address: string): string {
  const [local = '', ...domain] = normal(address).split('@');
  return `${local.slice(0, 1)}…@${domain.join('@')}`;
}

const addressLike = /[^\s<>()[\]:;,"']+@[^\s<>()[\]:;,"']+/g;
const maxTextLength = 200;

/** @returns a server's words without what looks like an address */
export function withoutAddresses(text: string): string {
  return text.replace(/\s+/g, ' ').replace(addressLike, '(address)').trim().slice(0, maxTextLength);
}
