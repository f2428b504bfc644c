import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEditor, PlaceMissing } from './editor.ts';

const table = `export const table = {
  one: { kind: 'read', name: 'one' },
  two: {
    kind: 'read',
    names: ['two'],
  },
  'three': 3,
  four,
};
`;

let folder: string;
const read = (path = 'table.ts') => readFileSync(join(folder, path), 'utf8');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'editor-'));
  writeFileSync(join(folder, 'table.ts'), table);
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('15 the editor', () => {
  it.each([
    ['one', "  one: { kind: 'read', name: 'one' },\n  new: { kind: 'read', name: 'new' },\n"],
    ['two', "  },\n  new: {\n    kind: 'read',\n    names: ['new'],\n  },\n"],
    ['three', "  'three': 3,\n  'new': 3,\n"],
    ['four', '  four,\n  new,\n'],
  ])('copies the entry %s behind it under another name', (like, expected) => {
    const editor = openEditor(folder);
    editor.copyEntry('table.ts', like, 'new');
    editor.save();
    expect(read()).toContain(expected);
  });

  it('puts lines before and after a line, and one in the place of another', () => {
    const editor = openEditor(folder);
    editor.insertBefore('table.ts', 'four', '  before,\n');
    editor.insertAfter('table.ts', 'four', '  after,\n');
    editor.replaceLine('table.ts', 'four', '  five,\n');
    expect(read()).toBe(table);
    editor.save();
    expect(read()).toContain('  before,\n  five,\n  after,\n};');
  });

  it('undoes everything', () => {
    const editor = openEditor(folder);
    editor.create('new/file.ts', 'x');
    editor.insertAfter('table.ts', 'one', 'x\n');
    expect(editor.touched()).toEqual(['new/file.ts', 'table.ts']);
    editor.save();
    expect(read('new/file.ts')).toBe('x');
    editor.undo();
    expect(read()).toBe(table);
    expect(() => read('new/file.ts')).toThrow('ENOENT');
  });

  it('tells which place is missing', () => {
    const editor = openEditor(folder);
    expect(() => editor.copyEntry('table.ts', 'none', 'new')).toThrow(PlaceMissing);
    expect(() => editor.insertAfter('table.ts', 'none', 'x')).toThrow('table.ts has no "none"');
    expect(() => editor.insertAfter('none.ts', 'one', 'x')).toThrow('none.ts is not there');
    expect(() => editor.create('table.ts', '')).toThrow('is there already');
  });
});
