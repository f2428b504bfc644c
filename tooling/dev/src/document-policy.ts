/**
 * Document CSP in development: allows Vite's style elements and WebSocket; scripts stay as restricted as in
 * production.
 * @param policy header value
 */
export function developmentPolicy(policy: string): string {
  return policy
    .split(';')
    .map((directive) => {
      const [name, ...sources] = directive.trim().split(/\s+/);
      if (name === 'style-src') {
        // Browsers ignore 'unsafe-inline' next to a hash.
        const kept = sources.filter((source) => !source.startsWith("'sha256-"));
        return [name, ...kept, "'unsafe-inline'"].join(' ');
      }
      if (name === 'connect-src') return [name, ...sources, 'ws:'].join(' ');
      // Vite's client polls for the server's return from a worker.
      if (name === 'worker-src') return `${name} blob:`;
      return directive.trim();
    })
    .join(';');
}
