import type { FormName } from '@meridian/contracts/calls';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { SubmissionAnswer, SubmissionBody } from '../database/tables.ts';

export interface SubmittedFile {
  fileName: string;
  mediaType: string;
  content: Buffer;
}

export interface NewSubmission {
  form: FormName;
  body: SubmissionBody;
  answer: SubmissionAnswer;
  idempotencyKey: string | null;
  file?: SubmittedFile;
}

async function insert(database: Database, submission: NewSubmission): Promise<number | undefined> {
  // A concurrent request with the same key waits here for the commit of the first request, and then inserts
  // nothing.
  const row = await database
    .insertInto('submissions')
    .values({
      form: submission.form,
      body: JSON.stringify(submission.body),
      answer: JSON.stringify(submission.answer),
      idempotency_key: submission.idempotencyKey,
    })
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

async function insertWithFile(database: Database, submission: NewSubmission, file: SubmittedFile) {
  return database.transaction().execute(async (transaction) => {
    const id = await insert(transaction, submission);
    if (id === undefined) return undefined;
    await transaction
      .insertInto('resumes')
      .values({
        submission_id: id,
        file_name: file.fileName,
        media_type: file.mediaType,
        content: file.content,
      })
      .execute();
    return id;
  });
}

/**
 * Records a submission once per idempotency key, also for concurrent requests.
 * @returns the answer, which for a repeated request is the stored answer; undefined if the key was used for
 *   another body or form
 */
export async function recordSubmission(
  database: Database,
  submission: NewSubmission,
): Promise<SubmissionAnswer | undefined> {
  const id = submission.file
    ? await insertWithFile(database, submission, submission.file)
    : await insert(database, submission);
  if (id !== undefined) return submission.answer;

  const first = await database
    .selectFrom('submissions')
    .select('answer')
    .where('idempotency_key', '=', submission.idempotencyKey)
    .where('form', '=', submission.form)
    .where(sql<boolean>`body = ${JSON.stringify(submission.body)}::jsonb`)
    .executeTakeFirst();
  return first?.answer;
}
