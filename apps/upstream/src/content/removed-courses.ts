import type { Finding } from './content-error.ts';
import type { BookedCourse } from './content-store.ts';
import type { Versions } from './slots.ts';
import { readDocument } from './yaml-lines.ts';

/**
 * Names removed courses that people have booked.
 * @param known ids of the courses there are
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
    const message = `The course ${name} was removed, and ${bookings} ${bookings === 1 ? 'booking of the past year has its batch' : 'bookings of the past year have its batches'}`;
    return { file, line: null, field: '', message };
  });
}
