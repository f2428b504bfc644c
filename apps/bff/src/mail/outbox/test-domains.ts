/** Domains reserved by RFC 2606 and RFC 6761, in which no real person has an address. */
const reserved = ['example', 'test', 'invalid', 'localhost', 'example.com', 'example.net', 'example.org'];

/**
 * @param domains in lower case
 * @returns true for an address of a reserved or listed domain, or of a subdomain
 */
export function isTestAddress(address: string, domains: readonly string[]): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  return [...reserved, ...domains].some((known) => domain === known || domain.endsWith(`.${known}`));
}
