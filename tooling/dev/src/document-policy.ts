/**
 * Content security policy of documents in development: also allows Vite's style elements, WebSocket and worker.
 * Other scripts are restricted as in production.
 * @param policy header value in production
 */
export function developmentPolicy(policy: string): string {
  return policy
    .split(';')
    .map((directive) => {
      const [name, ...sources] = directive.trim().split(/\s+/);
      if (name === 'style-src') {
        // Browsers ignore 'unsafe-inline' if there is a hash.
        const kept = sources.filter((source) => !source.startsWith("'sha256-"));
        return [name, ...kept, "'unsafe-inline'"].join(' ');
      }
      if (name === 'connect-src') return [name, ...sources, 'ws:'].join(' ');
      // Vite's client uses a worker to poll until the server is back.
      if (name === 'worker-src') return `${name} blob:`;
      return directive.trim();
    })
    .join(';');
}
