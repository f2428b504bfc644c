/** Feedback by emailed link, and the published reviews. */
import type { FeedbackAnswer, FeedbackData, ReviewsData } from '@meridian/contracts/training/feedback';
import type { Kysely, Selectable, Transaction } from 'kysely';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { Refusal } from '../../platform/refusal.ts';
import { hashOf } from '../classes/class-list.ts';

export interface Feedback {
  /** @returns undefined for an unknown token */
  read(token: string): Promise<FeedbackData | undefined>;
  /** Stores the answer, replacing an earlier one. @throws Refusal `feedback_published` */
  answer(token: string, answer: FeedbackAnswer): Promise<FeedbackData | undefined>;
  /** Withdraws the consent: the review is no longer shown. */
  withdraw(token: string): Promise<FeedbackData | undefined>;
  /** @returns the reviews of a course, newest first */
  reviews(courseId: number): Promise<ReviewsData>;
}

const maxReviews = 12;

const toData = (row: Selectable<Schema['feedback']>): FeedbackData => ({
  course_name: row.course,
  first_name: row.first_name,
  answer:
    row.rating === null
      ? null
      : {
          rating: row.rating,
          helped: row.helped ?? '',
          improve: row.improve ?? '',
          may_publish: row.may_publish,
        },
  is_published: row.published_at !== null,
});

export function createFeedback({ database }: { database: Kysely<Database> }): Feedback {
  const find = (token: string) =>
    database.selectFrom('feedback').selectAll().where('token_hash', '=', hashOf(token)).executeTakeFirst();
  return {
    async read(token) {
      const row = await find(token);
      return row && toData(row);
    },
    async answer(token, { rating, helped, improve, may_publish: mayPublish }) {
      const row = await database
        .updateTable('feedback')
        .set({ rating, helped, improve, may_publish: mayPublish, answered_at: databaseNow })
        .where('token_hash', '=', hashOf(token))
        .where('published_at', 'is', null)
        .returningAll()
        .executeTakeFirst();
      if (row) return toData(row);
      if (!(await find(token))) return undefined;
      throw new Refusal(
        'conflict',
        'feedback_published',
        'Your answer is published. To change it, withdraw your consent first.',
      );
    },
    async withdraw(token) {
      const row = await database
        .updateTable('feedback')
        .set({ may_publish: false, published_at: null })
        .where('token_hash', '=', hashOf(token))
        .returningAll()
        .executeTakeFirst();
      return row && toData(row);
    },
    async reviews(courseId) {
      const rows = await database
        .selectFrom('feedback')
        .select(['first_name', 'rating', 'helped'])
        .where('course_id', '=', String(courseId))
        .where('published_at', 'is not', null)
        .orderBy('published_at', 'desc')
        .limit(maxReviews)
        .execute();
      const reviews = rows.flatMap(({ first_name, rating, helped }) =>
        // A review is blank if it named a person who was erased.
        rating === null || !helped ? [] : [{ first_name, rating, text: helped }],
      );
      return { reviews };
    },
  };
}

/** @returns the answers of a batch, newest first, and the number of invited attendees */
export async function listFeedback(database: Kysely<Database>, batchId: number) {
  const rows = await database
    .selectFrom('feedback')
    .select([
      'id',
      'first_name',
      'rating',
      'helped',
      'improve',
      'may_publish',
      'answered_at',
      'published_at',
      'unpublished_at',
      'unpublished_note',
    ])
    .where('batch_id', '=', String(batchId))
    .orderBy('answered_at', 'desc')
    .execute();
  const answers = rows.flatMap(({ rating, answered_at: at, ...row }) =>
    rating === null || at === null ? [] : [{ ...row, rating, answered_at: at }],
  );
  return { asked: rows.length, answers };
}

/**
 * Shows an answer on the page of its course.
 * @throws Refusal `not_consented` if the answer is unknown, is already published, or has no consent or text
 */
export async function publishFeedback(transaction: Transaction<Database>, id: string): Promise<void> {
  const published = await transaction
    .updateTable('feedback')
    .set({ published_at: databaseNow, unpublished_at: null, unpublished_note: null })
    .where('id', '=', id)
    .where('may_publish', '=', true)
    .where('helped', '<>', '')
    .where('published_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!published)
    throw new Refusal(
      'conflict',
      'not_consented',
      'This feedback is already published, has no text, or its author does not consent to publication.',
    );
}

/**
 * Removes a review from the page of its course until it is published again.
 * @throws Refusal `not_published`
 */
export async function unpublishFeedback(
  transaction: Transaction<Database>,
  id: string,
  note: string,
): Promise<void> {
  const unpublished = await transaction
    .updateTable('feedback')
    .set({ published_at: null, unpublished_at: databaseNow, unpublished_note: note })
    .where('id', '=', id)
    .where('published_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  if (!unpublished) throw new Refusal('conflict', 'not_published', 'This feedback is not published.');
}
