import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { CallDescription } from './call-description.ts';
import { bodyProblems, problemAnswers } from './problems/problem-answers.ts';
import { cspReportPath } from './security-headers.ts';

/** Bodies that browsers send for `report-uri` (one report) and for `report-to` (a list). */
const reports = z.union([
  z.object({
    'csp-report': z.object({
      'effective-directive': z.string().optional(),
      'violated-directive': z.string().optional(),
    }),
  }),
  z.array(
    z.object({ type: z.string(), body: z.object({ effectiveDirective: z.string().optional() }).optional() }),
  ),
]);

/** Directives of our policies. All others share one label, to bound the metric's cardinality. */
const directives = new Set([
  'default-src',
  'base-uri',
  'object-src',
  'frame-ancestors',
  'form-action',
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'font-src',
  'connect-src',
  'frame-src',
  'worker-src',
]);

const reportCall = (): CallDescription => ({
  tags: ['operations'],
  operationId: 'report_csp_violation',
  summary: 'Reports of content security policy violations; counted by directive',
  body: {
    content: {
      'application/json': {
        schema: { type: 'object' },
        example: { 'csp-report': { 'effective-directive': 'script-src' } },
      },
      'application/csp-report': { schema: { type: 'object' } },
      'application/reports+json': { schema: { type: 'array', items: { type: 'object' } } },
    },
  },
  response: {
    204: { description: 'Counted, if it can be read' },
    ...problemAnswers(...bodyProblems, 429, 500),
  },
});

const maxReports = 20;

function directivesOf(body: unknown): string[] {
  const { data } = reports.safeParse(body);
  if (!data) return [];
  const reported = Array.isArray(data)
    ? data
        .slice(0, maxReports)
        .filter(({ type }) => type === 'csp-violation')
        .map((report) => report.body?.effectiveDirective)
    : [data['csp-report']['effective-directive'] ?? data['csp-report']['violated-directive']];
  // With `report-uri`, the field may contain the directive together with its sources.
  return reported
    .map((text = '') => text.split(' ')[0] ?? '')
    .map((name) => (directives.has(name) ? name : 'other'));
}

/**
 * `POST /api/csp-reports`: counts CSP violations. Reports are not stored, because they contain the URLs of
 * pages that visitors saw, and because anyone can send them.
 */
export function cspReportRoutes(app: FastifyInstance, count: (directive: string) => void): void {
  app.register(async (scope) => {
    const parse = app.getDefaultJsonParser('error', 'error');
    scope.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string' },
      parse,
    );
    scope.post(cspReportPath, { config: { describes: reportCall } }, (request, reply) => {
      for (const directive of directivesOf(request.body)) count(directive);
      reply.code(204).header('cache-control', 'no-store').send();
    });
  });
}
