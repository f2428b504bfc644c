/** `*` and `?` stop at a slash but take a leading dot, as in Docker and unlike in a shell; `**` is any folders. */
function expressionOf(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/|\*|\?/g, (sign) => ({ '**/': '(?:.*/)?', '*': '[^/]*', '?': '[^/]' })[sign] ?? sign);
  return new RegExp(`^${source}$`);
}

/**
 * Reads a `.dockerignore`.
 *
 * @returns whether a path of the context, with slashes and none in front, is left out: the last pattern that matches
 *   it or a folder above it decides
 */
export function parseDockerIgnore(text: string): (path: string) => boolean {
  const patterns = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => ({ expression: expressionOf(line.replace(/^!/, '')), kept: line.startsWith('!') }));
  return (path) => {
    const names = path.split('/');
    const above = names.map((_, index) => names.slice(0, index + 1).join('/'));
    const last = patterns.findLast(({ expression }) => above.some((part) => expression.test(part)));
    return last !== undefined && !last.kept;
  };
}
