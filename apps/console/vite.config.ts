import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    target: 'es2022',
    // The policy allows nothing inside documents.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
