import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** An anchor of a recipe is missing: the recipe or the code is outdated. */
export class PlaceMissing extends Error {
  override readonly name = 'PlaceMissing';
  readonly code = 'PLACE_MISSING';
  readonly retry = false;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** One entry of a table, `name: …`, to its closing line of the same indentation. */
function entryOf(text: string, name: string): string | undefined {
  const [, indent = ''] = text.match(new RegExp(`^( +)'?${escaped(name)}'?(?:: .*|,)$`, 'm')) ?? [];
  if (!indent) return undefined;
  const oneLine = new RegExp(`^${indent}'?${escaped(name)}'?(?:: .*)?,\\n`, 'm');
  const moreLines = new RegExp(
    `^${indent}'?${escaped(name)}'?: .*[[{(]\\n(?:${indent} .*\\n|\\n)*${indent}[\\]})]+.*,\\n`,
    'm',
  );
  return text.match(moreLines)?.[0] ?? text.match(oneLine)?.[0];
}

/** Edits files of a checkout, in memory until {@link Editor.save}. Adds only, except for {@link Editor.replaceLine}. */
export interface Editor {
  /** Files created or changed. */
  touched(): string[];
  create(path: string, text: string): void;
  /** Inserts lines after the first line with an anchor. */
  insertAfter(path: string, anchor: string, lines: string): void;
  /** Inserts lines before the first line with an anchor. */
  insertBefore(path: string, anchor: string, lines: string): void;
  /** Copies a table entry under another name. @param change of the copy's text */
  copyEntry(path: string, like: string, name: string, change?: (entry: string) => string): void;
  /** Replaces the first line with an anchor: a different choice. */
  replaceLine(path: string, anchor: string, line: string): void;
  save(): void;
  /** Reverts what was saved. */
  undo(): void;
}

/**
 * @param root folder of the checkout
 * @throws PlaceMissing from its methods, if file or anchor is missing
 */
export function openEditor(root: string): Editor {
  const edited = new Map<string, string>();
  /** Original text; undefined for a created file. */
  const before = new Map<string, string | undefined>();
  const onDisk = (path: string) =>
    existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined;

  function read(path: string): string {
    const text = edited.get(path) ?? onDisk(path);
    if (text === undefined) throw new PlaceMissing(`${path} is not there`);
    return text;
  }

  /** Start of the first line with an anchor, and of the next. */
  function lineWith(path: string, text: string, anchor: string): { start: number; end: number } {
    const at = text.indexOf(anchor);
    if (at < 0) throw new PlaceMissing(`${path} has no "${anchor}"`);
    const end = text.indexOf('\n', at + anchor.length - (anchor.endsWith('\n') ? 1 : 0));
    return { start: text.lastIndexOf('\n', at) + 1, end: end < 0 ? text.length : end + 1 };
  }

  return {
    touched: () => [...edited.keys()].sort(),
    create(path, text) {
      if (edited.has(path) || onDisk(path) !== undefined) throw new PlaceMissing(`${path} is there already`);
      edited.set(path, text);
    },
    insertAfter(path, anchor, lines) {
      const text = read(path);
      const { end } = lineWith(path, text, anchor);
      edited.set(path, text.slice(0, end) + lines + text.slice(end));
    },
    insertBefore(path, anchor, lines) {
      const text = read(path);
      const { start } = lineWith(path, text, anchor);
      edited.set(path, text.slice(0, start) + lines + text.slice(start));
    },
    copyEntry(path, like, name, change = (entry) => entry) {
      const text = read(path);
      const entry = entryOf(text, like);
      if (entry === undefined) throw new PlaceMissing(`${path} has no entry "${like}"`);
      const copy = change(entry.replaceAll(new RegExp(`\\b${escaped(like)}\\b`, 'g'), name));
      edited.set(
        path,
        text.replace(entry, () => entry + copy),
      );
    },
    replaceLine(path, anchor, line) {
      const text = read(path);
      const { start, end } = lineWith(path, text, anchor);
      edited.set(path, text.slice(0, start) + line + text.slice(end));
    },
    save() {
      for (const [path, text] of edited) {
        if (!before.has(path)) before.set(path, onDisk(path));
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), text);
      }
    },
    undo() {
      for (const [path, text] of before)
        if (text === undefined) rmSync(join(root, path));
        else writeFileSync(join(root, path), text);
      before.clear();
      edited.clear();
    },
  };
}
