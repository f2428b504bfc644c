import { type ScreenRow, screens } from './screens.tsx';

const patterns = screens.map((row) => ({
  row,
  pattern: new RegExp(`^${row.path.replace(':id', '([\\w-]+)')}$`),
}));

/** @returns the screen of an address, with the id in the address; undefined if there is none */
export function findScreen(pathname: string): { row: ScreenRow; id: string } | undefined {
  for (const { row, pattern } of patterns) {
    const match = pattern.exec(pathname);
    if (match) return { row, id: match[1] ?? '' };
  }
  return undefined;
}

/**
 * Loads the code of the first screen concurrently with the session. If the code cannot be loaded, the screen
 * shows the failure.
 */
export function preloadScreen(pathname: string): void {
  findScreen(pathname)
    ?.row.load()
    .catch(() => undefined);
}
