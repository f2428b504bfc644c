import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const known = new Map<string, boolean>();

/**
 * True if a module imports zod, directly or through other modules. The chunks of the first load leave out
 * such modules of the contracts, because each of them would add the whole library.
 *
 * @param file absolute path; type-only imports do not count
 */
export function carriesZod(file: string): boolean {
  const before = known.get(file);
  if (before !== undefined) return before;
  // Stored before the imports are read, so that an import cycle ends.
  known.set(file, false);
  const text = readFileSync(file, 'utf8');
  const sources = [...text.matchAll(/^(?:import|export)\s(?!type\b)[^;]*?from '([^']+)';/gm)].map(
    ([, source = '']) => source,
  );
  const carries = sources.some(
    (source) => source === 'zod' || (source.startsWith('.') && carriesZod(resolve(dirname(file), source))),
  );
  known.set(file, carries);
  return carries;
}
