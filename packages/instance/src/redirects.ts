/** `redirects.csv` of an instance: addresses of the provider's old site, `from,to` in each line. */

export interface Redirects {
  exact: ReadonlyMap<string, string>;
  /** Of whole folders, each path with its last slash. */
  folders: ReadonlyMap<string, string>;
}

const header = 'from,to';
const fromForm = /^\/[^\s?#*]+(?:\/\*)?$/;
const toForm = /^(?:\/(?![/\\])[^\s*]*|https:\/\/[^\s*]+)$/;
/** The server's own addresses. */
const reserved = /^\/(?:api|assets|media|page-state)(?:\/|$)/;

const plainPath = (path: string) => (path.length > 1 ? path.toLowerCase().replace(/\/+$/, '') : path);

function faultOf(from: string, to: string | undefined): string | undefined {
  if (to === undefined) return 'needs two columns, the old path and the new address';
  if (!fromForm.test(from))
    return `from: ${from} must be a path such as /old-page, or /old/* for all below it`;
  if (reserved.test(from)) return `from: ${from} is an address of the server`;
  if (!toForm.test(to)) return `to: ${to} must be a path of this site or an https address`;
  return undefined;
}

/**
 * @param path without its query
 * @returns a path or an https address; undefined if the address has not moved
 */
export function findRedirect({ exact, folders }: Redirects, path: string): string | undefined {
  const plain = plainPath(path);
  const folder = [...folders].find(([from]) => plain.length > from.length && plain.startsWith(from));
  return exact.get(plain) ?? folder?.[1];
}

/** @param faults gets `redirects.csv:LINE: MESSAGE` for each fault */
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
