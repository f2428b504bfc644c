import { zipSync } from 'fflate';

/** @returns a ZIP archive of empty stored entries, enough for type detection */
export function zipOf(names: readonly string[]): Buffer {
  const empty = new Uint8Array();
  return Buffer.from(zipSync(Object.fromEntries(names.map((name) => [name, [empty, { level: 0 }]]))));
}
