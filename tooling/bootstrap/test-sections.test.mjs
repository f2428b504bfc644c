import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listSections } from './test-sections.mjs';

const vitestReport = {
  testResults: [
    {
      assertionResults: [
        { fullName: '§2 the footer has both phones', status: 'passed' },
        { fullName: '§5 a form is refused', status: 'failed' },
        { fullName: 'a helper', status: 'passed' },
      ],
    },
  ],
};
const playwrightReport = {
  suites: [
    {
      title: 'screens.spec.ts',
      specs: [{ title: '§4 §9 View More', ok: true }],
      suites: [
        {
          title: '§2 the menu',
          specs: [
            { title: 'opens', ok: true },
            { title: 'shuts', ok: false },
          ],
        },
      ],
    },
  ],
};

it('14.12 lists what has passed by the sections that the names of tests tell', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sections-'));
  try {
    const paths = [vitestReport, playwrightReport].map((report, index) => {
      const path = join(folder, `${index}.json`);
      writeFileSync(path, JSON.stringify(report));
      return path;
    });
    const list = listSections([...paths, join(folder, 'not-there.json')], { names: true }).split('\n');
    expect(list).toContain('§2 screens and routes: 2 tests');
    expect(list).toContain('   §2 the footer has both phones');
    expect(list).toContain('   screens.spec.ts › §2 the menu › opens');
    expect(list).toContain('§4 states and transitions: 1 tests');
    expect(list).toContain('§5 validation rules: 0 tests');
    expect(list).toContain('§9 business constants and limits: 1 tests');
    expect(list.join()).not.toContain('shuts');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
