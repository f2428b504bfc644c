import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { notices } from './third-party-notices.mjs';

const read = (path) => readFileSync(resolve(import.meta.dirname, '../..', path), 'utf8');

it('workflow: the third-party notices match the libraries of the lock file; `pnpm notices` updates them', () => {
  expect(read('THIRD-PARTY-NOTICES.md')).toBe(notices());
});

it('workflow: every image contains the third-party notices', () => {
  expect(read('deploy/image/make-content.sh')).toContain(
    '"$source/THIRD-PARTY-NOTICES.md" "$target/$image/"',
  );
  expect(read('.dockerignore')).toContain('!THIRD-PARTY-NOTICES.md');
});
