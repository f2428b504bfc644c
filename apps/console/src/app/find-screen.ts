import { type ScreenRow, screens } from './screens.tsx';

const patterns = screens.map((row) => ({
  row,
  pattern: new RegExp(`^${row.path.replace(':id', '([\\w-]+)')}$`),
}));

/** @returns the screen of an address with its id, or undefined */
export function findScreen(pathname: string): { row: ScreenRow; id: string } | undefined {
  for (const { row, pattern } of patterns) {
    const match = pattern.exec(pathname);
    if (match) return { row, id: match[1] ?? '' };
  }
  return undefined;
}

/** Loads the first screen's code concurrently with the session. The screen shows a failure. */
export function preloadScreen(pathname: string): void {
  findScreen(pathname)
    ?.row.load()
    .catch(() => undefined);
}
