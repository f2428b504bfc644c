import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';

/** The first four groups of an IPv6 address (/64) identify a subscriber, the others a device. */
const groupsOfLine = 4;

/** @returns the key by which limits count a client; for IPv6 the /64 prefix */
export function networkAddress(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = ip.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return [...before, ...(tail === undefined ? [] : zeros), ...after].slice(0, groupsOfLine).join(':');
}

/**
 * @returns the SHA-256 hash of the network address, which is stored instead of a client's address for limits
 */
export function senderKey(ip: string): string {
  return createHash('sha256').update(networkAddress(ip)).digest('hex');
}
