import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: { main: 'src/main.ts', ops: 'src/ops/main.ts' },
  format: 'esm',
  platform: 'node',
  target: 'node24',
  outExtensions: () => ({ js: '.js' }),
  dts: false,
  // Node keeps the text of all it has loaded, and with one sign beyond Latin-1 in it at two bytes a letter.
  outputOptions: { charset: 'ascii', comments: { legal: true, annotation: false, jsdoc: false } },
  // A container gets dist and nothing else, so every dependency goes in. pg asks for pg-native only where it is
  // told to.
  deps: { alwaysBundle: /^(?!pg-native$)/, neverBundle: ['pg-native'], onlyBundle: false },
});
