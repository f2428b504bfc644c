/** The addresses of the console's screens; `:id` stands for the id of what is shown. */
export const paths = [
  '/',
  '/leads',
  '/leads/:id',
  '/orders',
  '/orders/:id',
  '/batches',
  '/batches/:id',
  '/waitlist',
  '/documents',
  '/reconciliation',
  '/coupons',
  '/mails',
  '/mails/:id',
  '/catalogue',
  '/requests',
  '/complaints',
  '/complaints/:id',
  '/data-requests',
  '/webhooks',
  '/work',
  '/settings',
  '/more',
] as const;
export type Path = (typeof paths)[number];

const patternOf = (path: Path) => new RegExp(`^${path.replace(':id', '([\\w-]+)')}$`);
const patterns = paths.map((path) => ({ path, pattern: patternOf(path) }));

/** @returns the screen of an address with its id, or undefined */
export function matchPath(pathname: string): { path: Path; id: string } | undefined {
  for (const { path, pattern } of patterns) {
    const match = pattern.exec(pathname);
    if (match) return { path, id: match[1] ?? '' };
  }
  return undefined;
}
