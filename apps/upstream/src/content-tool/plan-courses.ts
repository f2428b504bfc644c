import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Document, isMap, parseDocument } from 'yaml';
import { createContentFiles } from '../content/content-files.ts';
import { type SheetRow, slugField } from './columns.ts';
import type { Plan } from './plan.ts';

const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const maxSlug = 100;

/** @returns the text of a file; undefined if the file does not exist */
export async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Reads the slugs of categories, by slug and by name in lower case. */
async function readCategories(dir: string): Promise<ReadonlyMap<unknown, string>> {
  const { courseCategories } = await createContentFiles(dir)(new Map());
  const entries = courseCategories.used?.value ?? [];
  return new Map(
    entries.flatMap(({ name, seo_slug: slug }) => [
      [name.toLowerCase(), slug],
      [slug, slug],
    ]),
  );
}

/**
 * Plans the course files for the rows of a sheet.
 * @param sheet name of the sheet, for messages
 * @param replace true to update a course with the same slug: the cells of the row replace fields, and other
 *   fields stay
 */
export async function planCourses(
  rows: readonly SheetRow[],
  { dir, sheet, replace }: { dir: string; sheet: string; replace: boolean },
): Promise<Plan> {
  const categories = await readCategories(dir);
  const files = new Map<string, string>();
  const lines = new Map<string, number>();
  const changes: string[] = [];
  const findings: Plan['findings'] = [];
  /**
   * Chooses the file of a row. Reports a slug that is missing, invalid, repeated or taken, and then returns
   * undefined.
   */
  function fileOf({ line, values }: SheetRow, exists: (file: string) => boolean): string | undefined {
    const slug = values.get(slugField);
    const file = `courses/${slug}.yaml`;
    const earlier = lines.get(file);
    let message: string | undefined;
    if (typeof slug !== 'string') message = 'is missing';
    else if (!slugPattern.test(slug) || slug.length > maxSlug)
      message = `must have only lowercase letters, digits and hyphens, such as sourdough-bread, and at most ${maxSlug} characters`;
    else if (earlier !== undefined) message = `${slug} is in line ${earlier} too`;
    else if (!replace && exists(file)) message = `${slug} exists: import with --replace to update it`;
    if (message === undefined) return file;
    findings.push({ file: sheet, line, field: slugField, message });
    return undefined;
  }
  for (const row of rows) {
    const { line, values } = row;
    const chosen = fileOf(row, (file) => existsSync(join(dir, file)));
    // Without a valid slug, a temporary name is used, so that the other cells of the row are still checked.
    const file = chosen ?? `courses/row_${line}.yaml`;
    lines.set(file, line);
    const text = chosen && (await readText(join(dir, chosen)));
    const course = text === undefined ? new Document({}) : parseDocument(text);
    if (course.errors.length > 0 || !isMap(course.contents)) {
      const message = `${file} is not a valid course: correct it first`;
      findings.push({ file: sheet, line, field: slugField, message });
      continue;
    }
    for (const [field, value] of values) {
      if (field === slugField) continue;
      const category = field === 'category' && categories.get(String(value).toLowerCase());
      if (field === 'category' && !category)
        findings.push({ file: sheet, line, field, message: `${value} is not in categories.yaml` });
      course.set(field, category || value);
    }
    files.set(file, course.toString({ lineWidth: 0 }));
    changes.push(`${text === undefined ? 'new    ' : 'changed'} ${file}`);
  }
  return {
    files,
    changes,
    findings,
    placeOf({ file, field }) {
      const line = lines.get(file);
      return line === undefined ? undefined : { line, field: field.replace(/\.\d+$/, '') || slugField };
    },
  };
}
