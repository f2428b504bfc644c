import type { Finding } from './content-error.ts';
import type { BookedCourse } from './content-store.ts';
import type { Versions } from './slots.ts';
import { readDocument } from './yaml-lines.ts';

/**
 * Finds removed courses with bookings.
 * @param known ids of the existing courses
 * @param removed last versions of removed files
 */
export function findRemovedCourses(
  booked: readonly BookedCourse[],
  known: ReadonlySet<number>,
  removed: Versions,
): Finding[] {
  const gone = booked.filter(({ id }) => !known.has(id));
  if (gone.length === 0) return [];
  const files = new Map(
    [...removed]
      .filter(([file]) => file.startsWith('courses/'))
      .map(([file, text]) => {
        const { document } = readDocument(text);
        return [document.get('id'), { file, name: String(document.get('name')) }];
      }),
  );
  return gone.map(({ id, bookings }) => {
    const { file, name } = files.get(id) ?? { file: 'courses', name: `with the id ${id}` };
    const message = `The course ${name} was removed, but ${bookings} ${bookings === 1 ? 'booking of the past year is for one of its batches' : 'bookings of the past year are for its batches'}`;
    return { file, line: null, field: '', message };
  });
}
