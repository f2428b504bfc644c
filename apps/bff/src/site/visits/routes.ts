import { type VisitReport, visitsPath } from '@meridian/contracts/site/visits/steps';
import { visitReport } from '@meridian/contracts/site/visits/visit-report';
import type { FastifyInstance } from 'fastify';
import type { CallDescription } from '../../platform/http/call-description.ts';
import { checkedBody } from '../../platform/http/checked-body.ts';
import { bodyProblems, problemAnswers } from '../../platform/http/problems/problem-answers.ts';
import type { Visits } from './visits.ts';

/** Max bytes, far above the reports of a page. */
const bodyLimit = 12 * 1024;

const visitsCall = (): CallDescription => ({
  tags: ['operations'],
  operationId: 'report_visit',
  summary:
    'Counts the steps of a visit by day, route, course and source. No field identifies a visitor. With Do Not ' +
    'Track or Global Privacy Control nothing is counted',
  body: visitReport,
  response: { 204: { description: 'Counted' }, ...problemAnswers(...bodyProblems, 429, 500) },
});

/** True if the browser asks not to be tracked. Our own pages send no report then. */
const isDeclined = (headers: Record<string, unknown>) => headers['sec-gpc'] === '1' || headers.dnt === '1';

/** `POST /api/visits`, by `navigator.sendBeacon`. */
export function visitRoutes(app: FastifyInstance, visits: Pick<Visits, 'count'>): void {
  app.post<{ Body: VisitReport }>(
    visitsPath,
    {
      bodyLimit,
      schema: { body: visitReport },
      ...checkedBody({ message: 'This report cannot be read.' }),
      config: {
        describes: visitsCall,
        bodyFields: ['source', 'campaign', 'steps', 'steps.step', 'steps.route', 'steps.course'].concat([
          'vitals',
          'vitals.vital',
          'vitals.route',
          'vitals.value',
        ]),
      },
    },
    async (request, reply) => {
      if (!isDeclined(request.headers)) await visits.count(request.body);
      return reply.code(204).header('cache-control', 'no-store').send();
    },
  );
}
