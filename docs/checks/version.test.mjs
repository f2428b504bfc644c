import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { workspacePackages } from '../../tooling/checks/module-graph.mjs';

const root = resolve(import.meta.dirname, '../..');
const read = (path) => readFileSync(join(root, path), 'utf8');
const folders = ['.', ...[...workspacePackages(root).values()].map(({ folder }) => folder)];
const packages = folders.map((folder) => ({ folder, ...JSON.parse(read(join(folder, 'package.json'))) }));

it('version: every package is private, UNLICENSED, and has the newest version of the changelog', () => {
  const [, version] = /^## (\d+\.\d+\.\d+)/m.exec(read('CHANGELOG.md')) ?? [];
  expect(packages.length).toBeGreaterThan(10);
  for (const one of packages)
    expect(one, one.folder).toMatchObject({ version, license: 'UNLICENSED', private: true });
});

it('version: .nvmrc, the devcontainer, the image and the packages name the same Node', () => {
  const node = read('.nvmrc').trim();
  expect(read('Dockerfile')).toContain(`BASE_IMAGE=node:${node}-`);
  expect(read('.devcontainer/devcontainer.json')).toContain(`typescript-node:${node}-`);
  // The bootstrap runs with Node 18 or later and fetches the right Node, so the root package allows Node 18.
  for (const { folder, name, engines } of packages)
    expect(engines, folder).toEqual({ node: name === 'meridian' ? '>=18' : `>=${node}` });
});
