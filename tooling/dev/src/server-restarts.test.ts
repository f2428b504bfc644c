import { expect, it } from 'vitest';
import { serversOf } from './server-restarts.ts';

it.each([
  ['apps/bff/src/platform/http/health.ts', ['bff']],
  ['apps/bff/src/platform/http/health.test.ts', []],
  ['apps/upstream/src/app.ts', ['upstream', 'bff']],
  ['apps/upstream/content/site.yaml', ['bff']],
  ['apps/sandbox/src/app.ts', ['sandbox']],
  ['packages/contracts/src/calls.ts', ['upstream', 'sandbox', 'bff']],
  ['apps/web/src/app/app.tsx', []],
])('development: %s restarts %j', (path, servers) => {
  expect(serversOf('/work', `/work/${path}`)).toEqual(servers);
});
