/** Checks across files: duplicate ids, and references to entries that do not exist. */
import { pageRoutes } from '@meridian/contracts/site/visits/page-routes';
import type { Finding } from './content-error.ts';
import { type ContentFiles, usedOf } from './content-files.ts';
import type { Slot } from './slots.ts';
import { lineOfField } from './yaml-lines.ts';

interface Problem {
  slot: Slot;
  field: string;
  message: string;
}

interface Conflict extends Problem {
  /**
   * The other file of the conflict. It is rejected in place of `slot` if it has changed and `slot` has not.
   */
  other?: Problem;
  /**
   * True if `slot` is left out although no file has changed. If false, `slot` stays in use, and the conflict
   * is reported.
   */
  isFatal: boolean;
}

interface Reference {
  field: string;
  value: string | number;
  known: ReadonlySet<string | number>;
  /** The file that defines the known values. */
  list?: Slot;
  isFatal: boolean;
}

interface Entry {
  slot: Slot;
  id: number;
  references: readonly Reference[];
}

function* conflictsIn(entries: readonly Entry[]): Generator<Conflict> {
  const owners = new Map<number, Slot>();
  for (const { slot, id, references } of entries) {
    const owner = owners.get(id);
    const message = (other: Slot) => `${id} is also used by ${other.file}`;
    if (owner)
      yield {
        slot,
        field: 'id',
        message: message(owner),
        other: { slot: owner, field: 'id', message: message(slot) },
        isFatal: true,
      };
    owners.set(id, slot);
    for (const { field, value, known, list, isFatal } of references)
      if (!known.has(value))
        yield {
          slot,
          field,
          message: list ? `${value} is not in ${list.file}` : `${value} does not exist`,
          other: list && { slot: list, field: '', message: `lacks ${value}, which ${slot.file} refers to` },
          isFatal,
        };
  }
}

function courseEntries({ courses, courseCategories, trainers }: ContentFiles): Entry[] {
  const categories = new Set(courseCategories.used?.value.map(({ seo_slug }) => seo_slug));
  const names = new Set(trainers.used?.value.map(({ name }) => name));
  // These slugs include courses that are left out, so that a mistake in one course does not cause an error in
  // another.
  const slugs = new Set(courses.map(({ slug }) => slug));
  return usedOf(courses).map(({ slot, value: { entry } }) => ({
    slot,
    id: entry.id,
    references: [
      { field: 'category', value: entry.category, known: categories, list: courseCategories, isFatal: true },
      ...entry.related.map((value, index) => ({
        field: `related.${index}`,
        value,
        known: slugs,
        isFatal: false,
      })),
      ...entry.batches.map((rule, index) => ({
        field: `batches.${index}.instructor_name`,
        value: rule.instructor_name,
        known: names,
        list: trainers,
        isFatal: false,
      })),
    ],
  }));
}

function withCategory<Value>(
  slots: readonly Slot<Value>[],
  fieldsOf: (value: Value) => { id: number; category: number },
  list: ContentFiles['blogCategories'],
): Entry[] {
  const known = new Set(list.used?.value.map(({ id }) => id));
  return usedOf(slots).map(({ slot, value }) => {
    const { id, category } = fieldsOf(value);
    return { slot, id, references: [{ field: 'category', value: category, known, list, isFatal: true }] };
  });
}

/** First path segments that a category cannot have, because the site's routes or the server use them. */
const reservedSegments = new Set([
  ...pageRoutes.map((route) => route.split('/')[1] ?? '').filter((part) => /^[a-z]/.test(part)),
  ...['api', 'assets', 'consent', 'media', 'unsubscribe'],
]);

function* addressConflicts({ courseCategories, courses, posts }: ContentFiles): Generator<Conflict> {
  for (const [index, { seo_slug }] of (courseCategories.used?.value ?? []).entries())
    if (reservedSegments.has(seo_slug)) {
      const message = `${seo_slug} is a reserved path: choose a different slug`;
      yield { slot: courseCategories, field: `${index}.seo_slug`, message, isFatal: false };
    }
  for (const slot of [...courses, ...posts])
    if (slot.used && !/^[a-z0-9]+(?:[-_.][a-z0-9]+)*$/.test(slot.slug)) {
      const message = 'has a file name that cannot be part of a URL: use lowercase letters, digits and hyphens';
      yield { slot, field: '', message, isFatal: false };
    }
}

function findConflicts(files: ContentFiles): Conflict[] {
  const { posts, blogCategories, ebooks, practiceTests, resourceCategories } = files;
  return [
    ...addressConflicts(files),
    ...conflictsIn(courseEntries(files)),
    ...conflictsIn(withCategory(posts, ({ fields }) => fields, blogCategories)),
    ...conflictsIn(withCategory(ebooks, (fields) => fields, resourceCategories)),
    ...conflictsIn(withCategory(practiceTests, (fields) => fields, resourceCategories)),
  ];
}

function findingOf({ slot, field, message }: Problem): Finding {
  const { file, used } = slot;
  return { file, line: used ? lineOfField(file, used.text, field) : null, field, message };
}

/**
 * Resolves conflicts. A changed file with a conflict is replaced by its last valid version; without such a
 * version it is left out. If no file has changed, the files with a fatal conflict are left out.
 * @returns the conflicts that remain in files whose version on disk is in use
 */
export function resolveConflicts(files: ContentFiles): Finding[] {
  for (;;) {
    const conflicts = findConflicts(files);
    const changed = conflicts.filter(({ slot }) => slot.isNew);
    const causes = conflicts.flatMap(({ other }) => (other?.slot.isNew ? [other] : []));
    const fatal = conflicts.filter(({ isFatal }) => isFatal);
    const rejected = [changed, causes, fatal].find((some) => some.length > 0);
    if (!rejected) return conflicts.filter(({ slot }) => slot.use === 'current').map(findingOf);
    // The findings are made before any file is rejected, so that line numbers are those of the file on disk.
    const findings = rejected.map((problem) => ({ slot: problem.slot, finding: findingOf(problem) }));
    const rejectedSlots = new Set<Slot>();
    for (const { slot, finding } of findings) {
      if (rejectedSlots.has(slot)) slot.errors.push(finding);
      else slot.reject(finding);
      rejectedSlots.add(slot);
    }
  }
}
