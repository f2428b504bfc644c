/**
 * The content security policy of a document, in development: Vite puts style elements into the page and keeps a
 * WebSocket open. Scripts stay as restricted as in production.
 * @param policy value of the header
 */
export function developmentPolicy(policy: string): string {
  return policy
    .split(';')
    .map((directive) => {
      const [name, ...sources] = directive.trim().split(/\s+/);
      if (name === 'style-src') {
        // Beside a hash browsers ignore 'unsafe-inline'.
        const kept = sources.filter((source) => !source.startsWith("'sha256-"));
        return [name, ...kept, "'unsafe-inline'"].join(' ');
      }
      if (name === 'connect-src') return [name, ...sources, 'ws:'].join(' ');
      // Vite's client asks from a worker whether a server that went away is back.
      if (name === 'worker-src') return `${name} blob:`;
      return directive.trim();
    })
    .join(';');
}
