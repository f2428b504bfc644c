import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { outdatedNotices } from './third-party-notices.mjs';

const read = (path) => readFileSync(resolve(import.meta.dirname, '../..', path), 'utf8');

it('16 workflow: the third-party notices name what the lock file ships; `pnpm notices` writes them', () => {
  expect(outdatedNotices()).toEqual({ missing: [], surplus: [] });
});

it('16 workflow: every image carries them', () => {
  expect(read('deploy/image/make-content.sh')).toContain(
    '"$source/THIRD-PARTY-NOTICES.md" "$target/$image/"',
  );
  expect(read('.dockerignore')).toContain('!THIRD-PARTY-NOTICES.md');
});
