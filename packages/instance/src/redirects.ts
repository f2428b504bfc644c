/** `redirects.csv` of an instance: paths of the training provider's old site, `from,to` on each line. */

export interface Redirects {
  exact: ReadonlyMap<string, string>;
  /** Redirects of whole folders. Each old path ends with a slash. */
  folders: ReadonlyMap<string, string>;
}

const header = 'from,to';
const fromForm = /^\/[^\s?#*]+(?:\/\*)?$/;
const toForm = /^(?:\/(?![/\\])[^\s*]*|https:\/\/[^\s*]+)$/;
/** Paths that the server uses itself. */
const reserved = /^\/(?:api|assets|media|page-state)(?:\/|$)/;

const plainPath = (path: string) => (path.length > 1 ? path.toLowerCase().replace(/\/+$/, '') : path);

function faultOf(from: string, to: string | undefined): string | undefined {
  if (to === undefined) return 'needs two columns, the old path and the new path or address';
  if (!fromForm.test(from))
    return `from: ${from} must be a path such as /old-page, or /old/* for all pages below it`;
  if (reserved.test(from)) return `from: ${from} is a path that the server uses itself`;
  if (!toForm.test(to)) return `to: ${to} must be a path of this site or an https address`;
  return undefined;
}

/**
 * @param path without query
 * @returns a path or an https URL; undefined if the path has no redirect
 */
export function findRedirect({ exact, folders }: Redirects, path: string): string | undefined {
  const plain = plainPath(path);
  const folder = [...folders].find(([from]) => plain.length > from.length && plain.startsWith(from));
  return exact.get(plain) ?? folder?.[1];
}

/** @param faults receives `redirects.csv:LINE: MESSAGE` for each fault */
export function parseRedirects(text: string, faults: string[]): Redirects {
  const redirects = { exact: new Map<string, string>(), folders: new Map<string, string>() };
  const rows = text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .map((row, index) => ({ row: row.trim(), line: index + 1 }))
    .filter(({ row }) => row !== '' && !row.startsWith('#'));
  if (rows[0]?.row !== header) faults.push(`redirects.csv:1: the first line must be ${header}`);
  const targets: { to: string; line: number }[] = [];
  for (const { row, line } of rows.slice(1)) {
    const [from = '', to] = row.split(',').map((cell) => cell.trim());
    const fault = faultOf(from, to);
    if (fault !== undefined || to === undefined) {
      faults.push(`redirects.csv:${line}: ${fault}`);
      continue;
    }
    const plain = plainPath(from);
    const kind = plain.endsWith('/*') ? redirects.folders : redirects.exact;
    const key = plain.replace(/\*$/, '');
    if (kind.has(key)) faults.push(`redirects.csv:${line}: from: ${from} has a redirect already`);
    kind.set(key, to);
    targets.push({ to, line });
  }
  for (const { to, line } of targets)
    if (to.startsWith('/') && findRedirect(redirects, to.replace(/[?#].*$/, '')) !== undefined)
      faults.push(`redirects.csv:${line}: to: ${to} redirects itself; name the final address`);
  return redirects;
}
