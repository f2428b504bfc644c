import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { outdatedNotices } from './third-party-notices.mjs';

const read = (path) => readFileSync(resolve(import.meta.dirname, '../..', path), 'utf8');

it('16 workflow: the third-party notices name what the lock file ships; `pnpm notices` writes them', () => {
  expect(outdatedNotices()).toEqual({ missing: [], surplus: [] });
});

it('16 workflow: every image carries them', () => {
  expect(read('Dockerfile')).toMatch(/^COPY .*THIRD-PARTY-NOTICES\.md/m);
  expect(read('.dockerignore')).toContain('!THIRD-PARTY-NOTICES.md');
});
