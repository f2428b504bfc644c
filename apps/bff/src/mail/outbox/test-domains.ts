/** RFC 2606 and RFC 6761: nobody receives emails there. */
const reserved = ['example', 'test', 'invalid', 'localhost', 'example.com', 'example.net', 'example.org'];

/** True for an address of a reserved or a given domain, or of a domain below one. @param domains in lower case */
export function isTestAddress(address: string, domains: readonly string[]): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  return [...reserved, ...domains].some((known) => domain === known || domain.endsWith(`.${known}`));
}
