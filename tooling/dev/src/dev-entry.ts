import type { Plugin } from 'vite';
import { changeEvent, entryPath } from './addresses.ts';

/** If rendering failed, the document has no state. Then the page waits for a changed file and reloads. */
const entryCode = `
import '@vitejs/plugin-react/preamble';
if (document.getElementById('state').textContent) await import('/src/entry.client.tsx');
else if (import.meta.hot) import.meta.hot.on('${changeEvent}', () => location.reload());
`;

/** Serves the entry module of documents in development. */
export function devEntry(): Plugin {
  return {
    name: 'dev-entry',
    resolveId: (id) => (id === entryPath ? id : undefined),
    load: (id) => (id === entryPath ? entryCode : undefined),
    configureServer({ watcher, ws }) {
      watcher.on('change', () => ws.send(changeEvent));
    },
  };
}
