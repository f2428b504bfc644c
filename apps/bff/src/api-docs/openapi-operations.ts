/** The calls of the API for whoever runs it. */
import { purgeData, purgeRequest } from '../purge/routes.ts';
import {
  answers,
  bodyProblems,
  content,
  envelopeAnswer,
  type Json,
  problemAnswers,
  schemaOf,
} from './openapi-parts.ts';

export const purgeCall: Json = {
  post: {
    tags: ['operations'],
    operationId: 'purge_cache',
    summary: 'Has kept answers and pages read anew',
    description: 'For the hook of a content system. There only where OPS_TOKEN is set.',
    security: [{ operators: [] }],
    requestBody: content(schemaOf(purgeRequest), { target: 'all' }),
    responses: answers(
      envelopeAnswer(schemaOf(purgeData), { status: 1, message: 'Purged', data: { purged: 12 } }),
      [...bodyProblems, 401, 500, 502],
    ),
  },
};

export const cspReportCall: Json = {
  post: {
    tags: ['operations'],
    operationId: 'report_csp_violation',
    summary: 'What a content security policy refused, as browsers report it; it is counted by directive',
    requestBody: {
      content: {
        'application/json': {
          schema: { type: 'object' },
          example: { 'csp-report': { 'effective-directive': 'script-src' } },
        },
        'application/csp-report': { schema: { type: 'object' } },
        'application/reports+json': { schema: { type: 'array', items: { type: 'object' } } },
      },
    },
    responses: {
      204: { description: 'Counted, if it can be read' },
      ...problemAnswers([...bodyProblems, 429, 500]),
    },
  },
};
const readiness = answers(
  envelopeAnswer(
    {
      type: 'object',
      properties: {
        database: { enum: ['up', 'down'] },
        upstream: { enum: ['up', 'down', 'unknown'] },
      },
    },
    { status: 1, message: 'Ready', data: { database: 'up', upstream: 'up' } },
  ),
  [503],
);

export const healthPaths: Json = {
  '/healthz': {
    get: {
      tags: ['operations'],
      operationId: 'is_alive',
      summary: 'Answers as long as the process works',
      responses: answers(envelopeAnswer(undefined, { status: 1, message: 'OK' }), []),
    },
  },
  '/readyz': {
    get: {
      tags: ['operations'],
      operationId: 'is_ready',
      summary: 'Whether it can serve pages, which needs neither the upstream nor the database',
      responses: readiness,
    },
  },
  '/readyz/writes': {
    get: {
      tags: ['operations'],
      operationId: 'is_ready_for_writes',
      summary: 'Whether the ledger moves, so that leads and orders are taken',
      responses: readiness,
    },
  },
};
