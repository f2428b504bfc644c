import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { plainIcons } from '../web/build/plain-icons.ts';
import { pureCalls } from '../web/build/pure-calls.ts';
import { reactModules } from '../web/build/react-modules.ts';

// Built twice, as the site is: for browsers (dist/client), and for the lists that the server renders (dist/server).
export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [reactModules(), pureCalls(), plainIcons(), react(), tailwindcss()],
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  build: {
    target: 'es2022',
    manifest: !isSsrBuild,
    // The policy allows nothing inside documents.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    copyPublicDir: !isSsrBuild,
    ...(!isSsrBuild && { rollupOptions: { input: ['index.html', 'src/boot.ts'] } }),
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
  },
  ssr: command === 'build' ? { noExternal: true, target: 'node' as const } : {},
}));
