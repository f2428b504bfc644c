/** Runs structural checks of `npm test` on small repositories with and without a violation. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const biome = resolve(root, 'node_modules/.bin/biome');
const folders = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** @param files text by path */
function plant(files) {
  const folder = mkdtempSync(join(tmpdir(), 'planted-'));
  folders.push(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

function run(program, args, cwd) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

describe('the order of the server’s folders', () => {
  const rule = 'a folder of the server imports only lower folders';
  const check = (jobs) =>
    run(
      process.execPath,
      [
        join(import.meta.dirname, 'import-rules.mjs'),
        plant({
          'apps/bff/package.json': '{"name":"@meridian/bff"}',
          'apps/bff/src/platform/jobs/jobs.ts': jobs,
          'apps/bff/src/leads/ledger/leads.ts':
            "import '../../platform/jobs/jobs.ts';\nexport const leads = 1;\n",
          'apps/bff/src/platform/database/database.ts': 'export const database = 1;\n',
        }),
      ],
      root,
    );

  it('fails if a folder imports from a later folder', () => {
    const { status, output } = check(
      "import { leads } from '../../leads/ledger/leads.ts';\nexport const jobs = leads;\n",
    );
    expect(status).toBe(1);
    expect(output).toContain(`${rule}: platform/jobs is below leads/ledger`);
    expect(output).toContain('; 1 breach.');
  });

  it('passes if a folder imports from an earlier folder', () => {
    const { output } = check(
      "import { database } from '../database/database.ts';\nexport const jobs = database;\n",
    );
    expect(output).not.toContain(rule);
    expect(output).toContain('; 0 breaches.');
  });
});

describe('import cycles', () => {
  /** Lints two files with the repository's settings, except those for git. */
  function lint(second) {
    const folder = plant({
      'first.ts':
        "import type { Second } from './second.ts';\n\nexport interface First {\n  second: Second;\n}\n",
      'second.ts': second,
    });
    const {
      vcs: _vcs,
      $schema: _schema,
      ...settings
    } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
    writeFileSync(join(folder, 'biome.json'), JSON.stringify(settings, null, 2));
    return run(biome, ['lint', '--error-on-warnings', '.'], folder);
  }

  it('fail the lint, even if all their imports are type imports', () => {
    const { status, output } = lint(
      "import type { First } from './first.ts';\n\nexport interface Second {\n  first: First;\n}\n",
    );
    expect(output).toContain('noImportCycles');
    expect(status).toBe(1);
  });

  it('do not fail the lint once they are removed', () => {
    expect(lint('export interface Second {\n  first: number;\n}\n').status).toBe(0);
  });
});
