import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');

/** Tool caches are not copied. */
const toolCache = /[/\\]node_modules[/\\]\.(?:vite|cache)/;

/** @returns folders with their own dependencies, relative to the root */
function packageFolders(files: readonly string[]): string[] {
  return files
    .filter((file) => /(?:^|\/)package\.json$/.test(file))
    .map((file) => dirname(file))
    .filter((folder) => folder !== '.' && existsSync(join(root, folder, 'node_modules')));
}

/**
 * Copies the working tree for tests that change files. The copy shares the libraries; its workspace links are
 * relative, so they point into the copy.
 */
export function copyWorkspace(): { root: string; remove: () => void } {
  const copy = mkdtempSync(join(tmpdir(), 'dev-copy-'));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const files = listed.split('\0').filter((file) => file && existsSync(join(root, file)));
  for (const file of files) {
    mkdirSync(join(copy, dirname(file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  for (const folder of packageFolders(files)) {
    const modules = join(folder, 'node_modules');
    cpSync(join(root, modules), join(copy, modules), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !toolCache.test(path),
    });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return { root: copy, remove: () => rmSync(copy, { recursive: true, force: true }) };
}
