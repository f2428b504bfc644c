/** The variables of a file such as `.env.example`: `NAME=value` on a line, comments, empty lines. */
export function parseEnvFile(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
}
