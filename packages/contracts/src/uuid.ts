import { z } from 'zod';

/** A UUID of any version. Accepts upper and lower case; returns lower case. */
export const uuid = z.guid({ error: 'Invalid UUID' }).toLowerCase();

/** @returns the UUID in lower case; undefined if the text is anything else */
export function parseUuid(text: string): string | undefined {
  return uuid.safeParse(text).data;
}
