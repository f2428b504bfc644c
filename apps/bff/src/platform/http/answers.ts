/** Response schemas of the API, shared by routes, tests and the OpenAPI document. */
import { z } from 'zod';

const status = z.int().describe('1 is success');
const message = z.string();

interface AnswerOptions {
  /** For the OpenAPI document. */
  description?: string;
  example?: unknown;
}

function metaOf({
  description = 'The response. A status other than 1 is a refusal with a message for the visitor',
  example,
}: AnswerOptions) {
  return { description, ...(example !== undefined && { examples: [example] }) };
}

/** `{status, message}`: a response without data. */
export function plainAnswer(options: AnswerOptions = {}) {
  return z.object({ status, message }).meta(metaOf(options));
}

/** `{status, message, data}`; a refusal has no data. */
export function answerOf<Data extends z.ZodType>(data: Data, options: AnswerOptions = {}) {
  return z.object({ status, message, data: data.optional() }).meta(metaOf(options));
}
