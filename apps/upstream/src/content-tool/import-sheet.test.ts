import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { useTestContent } from '../content/test-content.ts';
import { checkContent } from './check.ts';
import { templateOf } from './columns.ts';
import { importSheet, type SheetKind, sheetKinds } from './import-sheet.ts';

const head = 'name,slug,category,level,description,days,fee,picture';
const rye = 'Rye,rye,scrum,Beginner,Dark and slow.,2,7500,courses/one.svg';

/** Imports a sheet with this text into a folder. */
async function importText(
  kind: SheetKind,
  sheet: string | Uint8Array,
  options: { dir: string; replace?: boolean; preview?: boolean },
) {
  const path = join(await useTestContent(), 'sheet.csv');
  await writeFile(path, sheet);
  return importSheet(kind, path, { replace: false, preview: false, ...options });
}

async function importCourses(
  sheet: string | Uint8Array,
  options: { replace?: boolean; preview?: boolean } = {},
) {
  const dir = await useTestContent();
  const before = await readdir(join(dir, 'courses'));
  const outcome = await importText('courses', sheet, { dir, ...options });
  const added = (await readdir(join(dir, 'courses'))).filter((file) => !before.includes(file));
  const read = async (slug: string) => parse(await readFile(join(dir, `courses/${slug}.yaml`), 'utf8'));
  return { dir, added, read, ...outcome };
}

describe('an import of courses', () => {
  it('writes one file per row of a sheet exported by Excel', async () => {
    const text = `\uFEFFName,Slug,Category,Level,Description,Days,Fee,Picture,Highlights\r\n${[
      '"Rye, dark and slow",rye,SAFe,beginner,"Says ""slow""",2,"₹ 7,500.00",courses/one.svg,"Own starter\r\nTwo loaves"',
      ',,,,,,,,',
      'Toast,toast,scrum,Advanced,=1+1,1,12000.5,courses/one.svg,',
    ].join('\r\n')}\r\n`;
    const { lines, added, read, dir } = await importCourses(text);
    expect(lines).toEqual([
      'new     courses/rye.yaml',
      'new     courses/toast.yaml',
      expect.stringContaining(dir),
    ]);
    expect(added).toEqual(['rye.yaml', 'toast.yaml']);
    expect(await read('rye')).toEqual({
      name: 'Rye, dark and slow',
      category: 'safe',
      level: 'Beginner',
      description: 'Says "slow"',
      training_days: 2,
      fee: 7500,
      image: 'courses/one.svg',
      highlights: ['Own starter', 'Two loaves'],
    });
    expect(await read('toast')).toMatchObject({ description: '=1+1', fee: 12_000.5 });
    expect((await checkContent(dir)).hasErrors).toBe(false);
  });

  it('accepts semicolons, and line feeds alone', async () => {
    const { added } = await importCourses(`${head}\n${rye}`.replaceAll(',', ';'));
    expect(added).toEqual(['rye.yaml']);
  });

  it('accepts the template with an existing category', async () => {
    const sheet = templateOf(sheetKinds.courses.columns).replace('baking', 'scrum');
    expect((await importCourses(sheet)).added).toEqual(['sourdough-bread.yaml']);
  });

  it('writes nothing in a preview', async () => {
    const { lines, added } = await importCourses(`${head}\n${rye}`, { preview: true });
    expect(lines).toEqual(['new     courses/rye.yaml', 'Nothing is written: this is a preview.']);
    expect(added).toEqual([]);
  });

  it('reports every mistake with its line and column, and writes nothing', async () => {
    const rows = [
      rye,
      'A,../../etc/passwd,scrum,Expert,x,two,12k,http://x/y.svg',
      'B,b,Magic,Beginner,,0,1,courses/none.svg',
      'C,rye,scrum,Beginner,x,1,1,courses/one.svg',
      'D,course-one,scrum,Beginner,x,1,1,courses/one.svg',
      'E,,scrum,Beginner,x,1,1,courses/one.svg',
    ];
    const { lines, added, hasErrors } = await importCourses([head, ...rows].join('\n'));
    expect(hasErrors).toBe(true);
    expect(added).toEqual([]);
    const places = lines.map((line) => /^error {3}sheet\.csv:(\d+): (\w+): /.exec(line)?.slice(1).join(' '));
    expect(places).toEqual([
      '3 slug',
      '3 level',
      '3 days',
      '3 fee',
      '3 picture',
      '4 category',
      '4 description',
      '4 days',
      '5 slug',
      '6 slug',
      '7 slug',
      undefined,
    ]);
  });

  it('refuses an unknown category, and warns of a missing picture', async () => {
    const unknown = await importCourses(`${head}\n${rye.replace('scrum', 'magic')}`);
    expect(unknown.lines).toContain('error   sheet.csv:2: category: magic is not in categories.yaml');
    const warned = await importCourses(`${head}\n${rye.replace('one.svg', 'none.svg')}`);
    expect(warned.lines[0]).toBe(
      'warning sheet.csv:2: picture: names courses/none.svg, which is not below media/',
    );
    expect(warned.added).toEqual(['rye.yaml']);
  });

  it('with --replace updates only the filled cells of a course', async () => {
    const dir = await useTestContent();
    const file = join(dir, 'courses/course-one.yaml');
    const text = `# Ask Kavya before you change this.\n${await readFile(file, 'utf8')}`;
    await writeFile(file, text);
    const sheet = `name,slug,category,level,description,days,fee,picture\n,course-one,,,,,30000,`;
    expect((await importText('courses', sheet, { dir, replace: true })).lines).toContain(
      'changed courses/course-one.yaml',
    );
    expect(await readFile(file, 'utf8')).toBe(text.replace('fee: 24999', 'fee: 30000'));
  });

  it('does not change an invalid course file', async () => {
    const dir = await useTestContent({ 'courses/course-one.yaml': 'id: "unclosed' });
    const sheet = `${head}\n${rye.replace('rye', 'course-one')}`;
    expect((await importText('courses', sheet, { dir, replace: true })).lines).toEqual([
      'error   sheet.csv:2: slug: courses/course-one.yaml is not a valid course: correct it first',
      'Nothing is written.',
    ]);
  });

  it('leaves no files behind if the folder cannot be written', async () => {
    const dir = await useTestContent();
    await mkdir(join(dir, 'courses/.toast.yaml.import'));
    const sheet = `${head}\n${rye}\n${rye.replaceAll('ye,', 'oast,').replace('Roast,roast', 'Toast,toast')}`;
    await expect(importText('courses', sheet, { dir })).rejects.toThrow('EISDIR');
    expect(await readdir(join(dir, 'courses'))).not.toContain('rye.yaml');
    expect(await readdir(join(dir, 'courses'))).not.toContain('.rye.yaml.import');
  });

  it.each([
    ['an empty file', '', 'error   sheet.csv:1: is empty'],
    ['titles without rows', head, 'error   sheet.csv:1: has no rows below its first line'],
    [
      'an unknown column',
      `${head},colour\n${rye},red`,
      'error   sheet.csv:1: colour: is not a known column: correct its name, or remove it',
    ],
    [
      'a column named like an object property',
      `${head},__proto__\n${rye},x`,
      'error   sheet.csv:1: __proto__: is not a known column: correct its name, or remove it',
    ],
    ['a column twice', `${head},fee\n${rye},1`, 'error   sheet.csv:1: fee: is a duplicate column'],
    [
      'a missing column',
      `${head.replace(',fee', '')}\n${rye}`,
      'error   sheet.csv:1: fee: is missing: add the column',
    ],
    ['a surplus cell', `${head}\n${rye},extra`, 'error   sheet.csv:2: has a cell without a column: extra'],
    ['an open quote', `${head}\n${rye}\n"Toast,toast`, 'error   sheet.csv:3: has a quote that is not closed'],
    [
      'text after a quote',
      `${head}\n"Rye"s,rye`,
      'error   sheet.csv:2: has text after a closing quote: write a quote in a cell twice',
    ],
    [
      'a quote in a cell',
      `${head}\nRye "dark",rye`,
      'error   sheet.csv:2: has a quote in the middle of a cell: put the cell in quotes, and write it twice',
    ],
    [
      'bytes that are not text',
      Buffer.from(`${head}\n${rye.replace('Dark', 'Caf\xe9')}`, 'latin1'),
      'error   sheet.csv:2: has bytes that are not text: save the sheet as "CSV UTF-8"',
    ],
    [
      'UTF-16',
      Buffer.from(head, 'utf16le'),
      'error   sheet.csv:1: has bytes that are not text: save the sheet as "CSV UTF-8"',
    ],
    [
      'a file that is too large',
      ' '.repeat(5 * 1024 * 1024 + 1),
      'error   sheet.csv: is larger than 5 MB: split it',
    ],
  ])('refuses %s', async (_what, sheet, line) => {
    const { lines, hasErrors, added } = await importCourses(sheet);
    expect(lines).toContain(line);
    expect(hasErrors).toBe(true);
    expect(added).toEqual([]);
  });
});

describe('an import of trainers', () => {
  const file = 'people/trainers.yaml';

  it('adds them to the list, and creates the list if there is none', async () => {
    const dir = await useTestContent();
    const sheet = 'name,designation\nMeera Iyengar,Baker\nRavi,';
    expect((await importText('trainers', sheet, { dir })).lines.slice(0, 2)).toEqual([
      'new     Meera Iyengar',
      'new     Ravi',
    ]);
    const list = parse(await readFile(join(dir, file), 'utf8'));
    expect(list.slice(2)).toEqual([
      { id: 3, name: 'Meera Iyengar', designation: 'Baker' },
      { id: 4, name: 'Ravi' },
    ]);
    const empty = join(dir, 'new');
    await mkdir(empty);
    await importText('trainers', sheet, { dir: empty });
    expect(await readFile(join(empty, file), 'utf8')).toBe(
      '- id: 1\n  name: Meera Iyengar\n  designation: Baker\n- id: 2\n  name: Ravi\n',
    );
  });

  it('refuses an existing trainer, or updates the filled cells with --replace', async () => {
    const dir = await useTestContent();
    const sheet = 'name,designation,picture\nArvind,Head of training,\nArvind,,';
    expect((await importText('trainers', sheet, { dir })).lines[0]).toBe(
      'error   sheet.csv:2: name: Arvind exists: import with --replace to update the trainer',
    );
    expect((await importText('trainers', sheet, { dir, replace: true })).lines[0]).toBe(
      'error   sheet.csv:3: name: Arvind is in line 2 too',
    );
    const once = 'name,designation,picture\nArvind,Head of training,a b.svg';
    expect((await importText('trainers', once, { dir, replace: true })).lines[0]).toMatch(
      /^error {3}sheet\.csv:2: picture: must be a path below media/,
    );
    await importText('trainers', once.replace('a b.svg', ''), { dir, replace: true });
    const [arvind] = parse(await readFile(join(dir, file), 'utf8'));
    expect(arvind).toMatchObject({ id: 1, designation: 'Head of training', image: 'people/one.svg' });
  });
});

describe('the command', () => {
  const run = async (...args: string[]) => {
    const main = resolve(import.meta.dirname, 'main.ts');
    const outcome = await promisify(execFile)(process.execPath, [main, ...args]).catch((error) => error);
    return { code: outcome.code ?? 0, stdout: outcome.stdout, stderr: outcome.stderr };
  };

  it('checks a folder, and fails only for errors', async () => {
    expect(await run('check', await useTestContent())).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^warning /),
    });
    const broken = await useTestContent({ 'courses/course-one.yaml': '' });
    expect(await run('check', broken)).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^error {3}courses\/course-one\.yaml:1: is empty/),
    });
  });

  it('prints its usage after a wrong call', async () => {
    for (const args of [
      ['check', '/nowhere/at/all'],
      ['import', 'people', 'x.csv', '--to', '.'],
      ['import', 'courses', 'x.csv'],
      ['--wrong'],
      [],
    ])
      expect(await run(...args)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('content import'),
      });
    expect(await run('import', 'courses', 'none.csv', '--to', await useTestContent())).toMatchObject({
      code: 1,
      stdout: 'error   none.csv: is not a readable file\nNothing is written.\n',
    });
  });
});
