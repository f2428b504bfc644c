/** The answers of the API as schemas: what a route declares, what tests hold it to, and what its description says. */
import { z } from 'zod';

const status = z.int().describe('1 is success');
const message = z.string();

interface AnswerOptions {
  /** In words, for the API's description. */
  description?: string;
  example?: unknown;
}

function metaOf({
  description = 'The answer; a status other than 1 is a refusal, its message for the visitor',
  example,
}: AnswerOptions) {
  return { description, ...(example !== undefined && { examples: [example] }) };
}

/** `{status, message}` of an answer that has no data. */
export function plainAnswer(options: AnswerOptions = {}) {
  return z.object({ status, message }).meta(metaOf(options));
}

/** `{status, message, data}`; a refusal has no data. */
export function answerOf<Data extends z.ZodType>(data: Data, options: AnswerOptions = {}) {
  return z.object({ status, message, data: data.optional() }).meta(metaOf(options));
}
