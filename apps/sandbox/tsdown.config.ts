import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: { main: 'src/main.ts' },
  format: 'esm',
  platform: 'node',
  target: 'node24',
  outExtensions: () => ({ js: '.js' }),
  dts: false,
  // A container has only `dist`, so all dependencies are bundled.
  deps: { alwaysBundle: /.*/, onlyBundle: false },
  // Browser code. The server reads these files from the folder of main.js and serves them without bundling.
  copy: ['src/razorpay/checkout/widget.js', 'src/razorpay/checkout/widget.css'],
});
