import { expect, it } from 'vitest';
import { developmentPolicy } from './document-policy.ts';

it('development: allows Vite’s styles, socket and worker, and changes no other directive', () => {
  const policy =
    "default-src 'self';script-src 'self' 'sha256-abc=';style-src 'self' 'sha256-def=';connect-src 'self';worker-src 'none'";
  expect(developmentPolicy(policy)).toBe(
    "default-src 'self';script-src 'self' 'sha256-abc=';style-src 'self' 'unsafe-inline';" +
      "connect-src 'self' ws:;worker-src blob:",
  );
});
