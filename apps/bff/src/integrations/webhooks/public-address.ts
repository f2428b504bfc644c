/**
 * Checks that a webhook connects to a public address: not to this machine, its network, or a cloud's metadata
 * service (SSRF).
 */
import type { LookupAddress, LookupOptions } from 'node:dns';
import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** From IANA's special-purpose address registries. */
const forbidden4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];
/** Special-purpose ranges within 2000::/3, including tunnels, which embed IPv4 addresses. */
const forbidden6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];
const global6 = '2000::/3';

function listOf(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

const blocked4 = listOf(forbidden4, 'ipv4');
const blocked6 = listOf(forbidden6, 'ipv6');
const allowed6 = listOf([global6], 'ipv6');

/** @param address an IP address; anything else is not public */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !blocked4.check(address, 'ipv4');
  // IPv4-mapped and NAT64 addresses are outside 2000::/3.
  return isIP(address) === 6 && allowed6.check(address, 'ipv6') && !blocked6.check(address, 'ipv6');
}

/** Thrown if a host name resolves to an address that is not public. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';
  constructor() {
    super('the address is not public');
  }
}

/** `dns.lookup` that fails if an address is not public. The connection is made to the checked address. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  const all: LookupOptions & { all: true } = { ...options, all: true };
  lookup(hostname, all, (error, addresses: LookupAddress[]) => {
    const [first] = addresses ?? [];
    if (error || !first) return callback(error ?? new Error('no address'), '', 0);
    if (!addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new PrivateAddressError(), '', 0);
    if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

/**
 * @param isDemo allows addresses that are not public, and plain HTTP
 * @returns why no request is sent to a URL; undefined if it is allowed. Host names are checked when they are
 * resolved
 */
export function refusalOfUrl({ protocol, hostname }: URL, isDemo: boolean): string | undefined {
  if (isDemo) return undefined;
  if (protocol !== 'https:') return 'The address must begin with https://';
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isPublicAddress(host)) return 'The address is not public';
  if (/(?:^|\.)(?:localhost|local|internal)\.?$/.test(host)) return 'The address is not public';
  return undefined;
}
