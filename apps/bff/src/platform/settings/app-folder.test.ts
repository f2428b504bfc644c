import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { findAppFolder } from './app-folder.ts';

const home = mkdtempSync(join(tmpdir(), 'app-folder-'));
afterAll(() => rmSync(home, { recursive: true }));

it.each(['src/platform/settings', 'dist'])(
  'finds the application from %s, in a clone below a folder called src',
  (inside) => {
    const app = join(home, 'src/dist/meridian/apps/bff');
    mkdirSync(join(app, inside), { recursive: true });
    writeFileSync(join(app, 'package.json'), '{}');
    expect(findAppFolder(join(app, inside))).toBe(app);
  },
);
