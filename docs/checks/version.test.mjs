import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { workspacePackages } from '../../tooling/checks/module-graph.mjs';

const root = resolve(import.meta.dirname, '../..');
const read = (path) => readFileSync(join(root, path), 'utf8');
const folders = ['.', ...[...workspacePackages(root).values()].map(({ folder }) => folder)];
const packages = folders.map((folder) => ({ folder, ...JSON.parse(read(join(folder, 'package.json'))) }));

it('version: every package has that of the newest heading of the changelog, and a licence', () => {
  const [, version] = /^## (\d+\.\d+\.\d+)/m.exec(read('CHANGELOG.md')) ?? [];
  expect(packages.length).toBeGreaterThan(10);
  for (const one of packages)
    expect(one, one.folder).toMatchObject({ version, license: 'UNLICENSED', private: true });
});

it('version: .nvmrc, the devcontainer, the image and the engines name the same Node', () => {
  const node = read('.nvmrc').trim();
  expect(read('Dockerfile')).toContain(`BASE_IMAGE=node:${node}-`);
  expect(read('.devcontainer/devcontainer.json')).toContain(`typescript-node:${node}-`);
  // The root's `engines` are the bootstrap's, which fetches the right Node.
  for (const { folder, name, engines } of packages)
    expect(engines, folder).toEqual({ node: name === 'meridian' ? '>=18' : `>=${node}` });
});
