/** Request and response schemas of the read calls. */
import { callExamples } from '@meridian/contracts/call-examples';
import { readSchemas } from '@meridian/contracts/call-schemas';
import { callSummaries } from '@meridian/contracts/call-summaries';
import type { ReadCallName } from '@meridian/contracts/calls';
import type { z } from 'zod';
import { answerOf } from '../../platform/http/answers.ts';
import type { CallDescription } from '../../platform/http/call-description.ts';
import { bodyProblems, problemAnswers } from '../../platform/http/problems/problem-answers.ts';

const notModified = { 304: { $ref: '#/components/responses/NotModified' } };

function readCall(name: ReadCallName) {
  const request: z.ZodType = readSchemas[name].request;
  return {
    request: request.meta({ examples: [callExamples[name]] }),
    answer: answerOf(readSchemas[name].data),
    common: { tags: ['reads'], summary: callSummaries[name], dataComponent: name },
  };
}

/** `GET /api/<call>?…` */
export function getCall(name: ReadCallName): CallDescription {
  const { request, answer, common } = readCall(name);
  return {
    ...common,
    operationId: `get_${name}`,
    query: request,
    response: { 200: answer, ...notModified, ...problemAnswers(400, 429, 500, 502) },
  };
}

/** `POST /api/<call>` */
export function postCall(name: ReadCallName): CallDescription {
  const { request, answer, common } = readCall(name);
  return {
    ...common,
    operationId: `post_${name}`,
    description: 'Like GET, with the fields in a JSON body, as in the upstream’s own calls.',
    body: request,
    response: { 200: answer, ...notModified, ...problemAnswers(...bodyProblems, 429, 500, 502) },
  };
}
