import { isMachinePath } from './machine-path.ts';

function isReadable(path: string): boolean {
  try {
    decodeURI(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * The address as the router reads it. One of a page that cannot be decoded is routed by its very letters, because it
 * names a page that is not there; programs are told that their address cannot be read.
 */
export function routableUrl(url: string): string {
  if (!url.includes('%')) return url;
  const [path = ''] = url.split('?', 1);
  if (isReadable(path) || isMachinePath(path)) return url;
  return path.replaceAll('%', '%25') + url.slice(path.length);
}
