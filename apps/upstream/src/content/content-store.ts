import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Versions } from './slots.ts';

/** A course that was booked in the past year, with the number of bookings that still have seats. */
export interface BookedCourse {
  id: number;
  bookings: number;
}

/**
 * Keeps the last valid version of each content file. After a restart, this version replaces a file with a
 * mistake.
 */
export interface ContentStore {
  read: () => Promise<Map<string, string>>;
  /**
   * Saves changed versions.
   * @param removed files that no longer exist; {@link readRemoved} returns their last versions
   */
  save: (changed: Versions, removed: readonly string[]) => Promise<void>;
  /** @returns the last versions of removed files */
  readRemoved: () => Promise<Versions>;
  readBookedCourses: () => Promise<BookedCourse[]>;
}

/** @param database its schema must be migrated before the first call */
export function createContentStore(database: Database): ContentStore {
  async function readFiles(isRemoved: boolean): Promise<Map<string, string>> {
    const rows = await database
      .selectFrom('content_files')
      .select(['file', 'content'])
      .where('removed_at', isRemoved ? 'is not' : 'is', null)
      .execute();
    return new Map(rows.map(({ file, content }) => [file, content]));
  }

  return {
    read: () => readFiles(false),
    readRemoved: () => readFiles(true),
    async save(changed, removed) {
      if (changed.size > 0)
        await sql`
          insert into content_files (file, content)
          select * from unnest(${[...changed.keys()]}::text[], ${[...changed.values()]}::text[])
          on conflict (file) do update set content = excluded.content, valid_at = now(), removed_at = null`.execute(
          database,
        );
      if (removed.length > 0)
        await database
          .updateTable('content_files')
          .set({ removed_at: sql`now()` })
          .where('file', 'in', removed)
          .execute();
    },
    async readBookedCourses() {
      return database
        .selectFrom('bookings')
        .select(['course_id as id', sql<number>`count(*)`.as('bookings')])
        .where(sql`coalesce(changed_seats, number_of_course)`, '>', 0)
        .where('received_at', '>', sql<Date>`now() - interval '1 year'`)
        .groupBy('course_id')
        .execute();
    },
  };
}
