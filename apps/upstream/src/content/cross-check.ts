/** Checks across files: duplicate ids and dangling references. */
import type { ContentFiles } from './content-files.ts';
import { ContentError, type ContentProblem } from './content-error.ts';

interface Reference {
  field: string;
  value: string | number;
  known: ReadonlySet<string | number>;
}

interface Entry {
  file: string;
  id: number;
  references: readonly Reference[];
}

function* problemsIn(entries: readonly Entry[]): Generator<ContentProblem> {
  const files = new Map<number, string>();
  for (const { file, id, references } of entries) {
    const other = files.get(id);
    if (other !== undefined) yield { file, field: 'id', message: `${id} is used by ${other} too` };
    files.set(id, file);
    for (const { field, value, known } of references)
      if (!known.has(value)) yield { file, field, message: `there is no ${value}` };
  }
}

function courseEntries({ courses, courseCategories }: ContentFiles): Entry[] {
  const categories = new Set(courseCategories.map(({ seo_slug }) => seo_slug));
  const slugs = new Set(courses.map(({ slug }) => slug));
  return courses.map(({ file, value: { entry } }) => ({
    file,
    id: entry.id,
    references: [
      { field: 'category', value: entry.category, known: categories },
      ...entry.related.map((value, index) => ({ field: `related.${index}`, value, known: slugs })),
    ],
  }));
}

function withCategory(
  entries: readonly { file: string; fields: { id: number; category: number } }[],
  categories: readonly { id: number }[],
): Entry[] {
  const known = new Set(categories.map(({ id }) => id));
  return entries.map(({ file, fields }) => ({
    file,
    id: fields.id,
    references: [{ field: 'category', value: fields.category, known }],
  }));
}

/**
 * Checks the files against each other; ids are unique per kind.
 * @throws ContentError with all errors
 */
export function crossCheck(files: ContentFiles): void {
  const posts = files.posts.map(({ file, value }) => ({ file, fields: value.fields }));
  const ebooks = files.ebooks.map(({ file, value }) => ({ file, fields: value }));
  const practiceTests = files.practiceTests.map(({ file, value }) => ({ file, fields: value }));
  const kinds = [
    courseEntries(files),
    withCategory(posts, files.blogCategories),
    withCategory(ebooks, files.resourceCategories),
    withCategory(practiceTests, files.resourceCategories),
  ];
  const problems = kinds.flatMap((entries) => [...problemsIn(entries)]);
  if (problems.length > 0) throw new ContentError(problems);
}
