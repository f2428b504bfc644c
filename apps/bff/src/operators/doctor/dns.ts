/** Reads DNS records for checks. */
import { Resolver } from 'node:dns/promises';

const timeoutMs = 2_000;

/** The DNS resolver of this machine. */
export const openDns = () => new Resolver({ timeout: timeoutMs, tries: 2 });

const absent = ['ENOTFOUND', 'ENODATA'];

/** @returns an empty list if the name has no records @throws Error if the DNS does not respond */
export async function recordsOf<Entry>(read: () => Promise<Entry[]>): Promise<Entry[]> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Error && 'code' in error && absent.includes(String(error.code))) return [];
    throw error;
  }
}
