import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { command } from './command.ts';
import { lastTag, ReleaseError } from './releases.ts';

const folder = mkdtempSync(join(tmpdir(), 'untagged-'));
afterAll(() => rmSync(folder, { recursive: true }));

function git(...args: string[]): void {
  const identity = ['-c', 'user.name=A', '-c', 'user.email=a@example.com'];
  expect(spawnSync('git', [...identity, ...args], { cwd: folder }).status).toBe(0);
}

test('rolling deploy: finds the last version tag, and fails if there is none', async () => {
  git('init', '--quiet');
  git('commit', '--quiet', '--allow-empty', '--message', 'first');
  git('tag', 'unrelated');
  expect(() => lastTag(folder)).toThrow(ReleaseError);
  git('tag', 'v1.2.3');
  expect(lastTag(folder)).toBe('v1.2.3');
  expect(await command(['--tag', 'v0.0.0-none'])).toBe(1);
});
