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
 * @returns the URL for the router. A page URL that cannot be decoded is routed literally and gets 404; an API
 * URL gets 400.
 */
export function routableUrl(url: string): string {
  if (!url.includes('%')) return url;
  const [path = ''] = url.split('?', 1);
  if (isReadable(path) || isMachinePath(path)) return url;
  return path.replaceAll('%', '%25') + url.slice(path.length);
}
