import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// Built twice: for the browser (dist/client, with the manifest by which the BFF finds each page's files), and for
// the BFF, which renders the first page (dist/server, with all libraries inside).
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss()],
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  build: {
    target: 'es2022',
    manifest: !isSsrBuild,
    // The BFF has a strict policy for scripts and styles: nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    copyPublicDir: !isSsrBuild,
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    rollupOptions: isSsrBuild ? {} : { input: 'src/entry.client.tsx' },
  },
  ssr: { noExternal: true, target: 'node' },
}));
