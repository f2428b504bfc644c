/**
 * Writes the site's style sheet once more, with its rules in an order in which a page can carry a part of them, and for
 * the server what each rule needs of a page. Run after the build: `node build/page-rules/main.ts <folder>`.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { orderedSheet, sheetLines } from './ordered-sheet.ts';
import { layersOf, readStyleRules } from './style-rules.ts';

const entry = 'src/entry.client.tsx';

const [folder = 'dist/client'] = process.argv.slice(2);
const manifest: unknown = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8'));
const [file] = (manifest as Record<string, { css?: string[] }>)[entry]?.css ?? [];
if (!file) throw new Error(`${entry} has no style sheet`);
const css = await readFile(join(folder, file), 'utf8');
const sheet = orderedSheet(readStyleRules(css), layersOf(css));
const text = sheetLines(sheet).join('\n');
const hash = createHash('sha256').update(text).digest('base64url').slice(0, 8);
const rest = `assets/site-${hash}.css`;
await writeFile(join(folder, rest), text);
const groups = sheet.groups.map(({ open, close, rules }) => ({
  open,
  close,
  rules: rules.map((rule) => ({ text: rule.text, needs: rule.needs })),
}));
await writeFile(
  join(folder, '.vite/page-rules.json'),
  JSON.stringify({ sheet: `/${file}`, rest: `/${rest}`, head: sheet.head, groups }),
);
process.stdout.write(`${groups.flatMap(({ rules }) => rules).length} rules of ${file} written to ${rest}\n`);
