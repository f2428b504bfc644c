import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const known = new Map<string, boolean>();

/**
 * Whether a module of the contracts imports zod, directly or indirectly. Such modules stay out of the chunks of the
 * first load, which would otherwise include the whole library.
 *
 * @param file absolute path; type-only imports do not count
 */
export function carriesZod(file: string): boolean {
  const before = known.get(file);
  if (before !== undefined) return before;
  // Ends import cycles.
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
