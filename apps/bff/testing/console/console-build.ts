/** A build of the console in small: its server's part renders what the API says of the session. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';

const files = {
  'client/index.html': `<html><head><script type="module" crossorigin src="/assets/main.js"></script></head><body><div id="root"></div></body></html>`,
  'client/assets/main.js': '',
  'client/.vite/manifest.json': JSON.stringify({
    'index.html': { file: 'assets/main.js' },
    'src/boot.ts': { file: 'assets/boot.js' },
    list: { file: 'assets/list.js', imports: ['row'] },
    row: { file: 'assets/row.js' },
  }),
  'server/package.json': '{"type": "module"}',
  'server/entry.server.js': `
    export const isRendered = (path) => path === '/leads' || path === '/broken';
    export async function render(address, read) {
      if (address === '/broken') throw new Error('on purpose');
      const [session] = await Promise.all([read('/console/api/session'), read('/console/api/leads')]);
      if (session.status !== 200) return undefined;
      const { email } = session.body.data.operator;
      return { html: '<p>' + email + '</p>', answers: { '</script>': session }, modules: ['index.html', 'list'] };
    }`,
};

/** @returns the folder, deleted after the test file */
export async function useConsoleBuild(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'console-build-'));
  afterAll(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}
