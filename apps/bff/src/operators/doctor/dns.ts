/** What a check reads in the DNS. */
import { Resolver } from 'node:dns/promises';

const timeoutMs = 2_000;

/** The DNS of this machine. */
export const openDns = () => new Resolver({ timeout: timeoutMs, tries: 2 });

const absent = ['ENOTFOUND', 'ENODATA'];

/** @returns no records where the name has none @throws where the DNS does not answer */
export async function recordsOf<Entry>(read: () => Promise<Entry[]>): Promise<Entry[]> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Error && 'code' in error && absent.includes(String(error.code))) return [];
    throw error;
  }
}
