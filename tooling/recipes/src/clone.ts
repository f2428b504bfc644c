import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative, sep } from 'node:path';

const workspaceParents = ['apps', 'packages', 'tooling'];
const workspaces = (root: string) => [
  '.',
  'e2e',
  'bench',
  ...workspaceParents.flatMap((parent) => readdirSync(join(root, parent)).map((name) => join(parent, name))),
];

/** Matches git-ignored files, and git's own folder. */
function ignoredIn(root: string): (path: string) => boolean {
  const lines = readFileSync(join(root, '.gitignore'), 'utf8').split('\n');
  const names = new Set(['.git', ...lines.filter(Boolean).map((line) => line.replace(/\/$/, ''))]);
  return (path) => names.has(basename(path)) || names.has(relative(root, path)) || path.endsWith('.log');
}

/** Links an entry of `node_modules`: workspaces to their copy in the clone, others to their target. */
function link(entry: string, target: string, root: string, clone: string): void {
  const real = realpathSync(entry);
  const inside = relative(root, real);
  const isWorkspace = !inside.startsWith('..') && !inside.split(sep).includes('node_modules');
  symlinkSync(isWorkspace ? join(clone, inside) : real, target);
}

/** Creates a `node_modules` with this checkout's libraries and the clone's workspaces. */
function linkModules(workspace: string, root: string, clone: string): void {
  const from = join(root, workspace, 'node_modules');
  const to = join(clone, workspace, 'node_modules');
  if (!existsSync(from)) return;
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    // `.bin` has the commands; other dot folders are tool caches.
    if (name.startsWith('.') && name !== '.bin') continue;
    if (!name.startsWith('@')) {
      link(join(from, name), join(to, name), root, clone);
      continue;
    }
    mkdirSync(join(to, name));
    for (const inner of readdirSync(join(from, name)))
      link(join(from, name, inner), join(to, name, inner), root, clone);
  }
}

/**
 * Copies a checkout without build output to a temporary folder.
 * @param root folder of the checkout, dependencies installed
 * @returns its folder and a clean-up function
 */
export function cloneCheckout(root: string): { folder: string; remove: () => void } {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'recipes-')));
  const ignored = ignoredIn(root);
  cpSync(root, folder, { recursive: true, verbatimSymlinks: true, filter: (path) => !ignored(path) });
  for (const workspace of workspaces(root)) linkModules(workspace, root, folder);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
