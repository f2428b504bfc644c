// Checks the import rules. Uses oxc-parser, because dependency-cruiser with TypeScript 7 reads no file and reports
// success.
import { join, resolve } from 'node:path';
import { buildGraph, workspacePackages } from './module-graph.mjs';
import { findGaps, findViolations } from './rules.mjs';
import { exceededLimits, measureOrder } from './server-order.mjs';
import { readSources } from './source-files.mjs';

// Tests pass the root of a small repository with a violation.
const root = resolve(process.argv[2] ?? join(import.meta.dirname, '../..'));
const graph = buildGraph(root, readSources(root));
const workspaces = [...workspacePackages(root).values()].map(({ folder }) => folder);
const imports = [...graph.values()].reduce((sum, { edges }) => sum + edges.length, 0);

const gaps = findGaps(graph, workspaces);
const violations = findViolations(graph);
const structure = measureOrder(graph);
const limits = exceededLimits(structure);
for (const gap of gaps) console.error(`not read: ${gap}`);
for (const limit of limits) console.error(limit);
for (const { rule, path, detail } of violations) console.error(`${path}\n  ${rule}: ${detail}`);
console.log(
  `Import rules: read ${graph.size} modules with ${imports} imports in ${workspaces.length} packages; ` +
    `${violations.length} breach${violations.length === 1 ? '' : 'es'}. Server: ${structure.groups} groups with ` +
    `${structure.groupArrows} imports between them; imports between the folders of a group: ${Object.entries(
      structure.roomArrows,
    )
      .map(([group, arrows]) => `${group} ${arrows}`)
      .join(', ')}.`,
);
process.exitCode = gaps.length + violations.length + limits.length > 0 ? 1 : 0;
