import { type CallName, readCallNames } from '@meridian/contracts/calls';
import { dayNumberInIndia } from '@meridian/contracts/india-time';
import { contentFaultsPath } from '@meridian/contracts/site/content-faults';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { readBookedSeats } from './bookings/booked-seats.ts';
import { bookingChangeRoute } from './bookings/change-route.ts';
import { bookingRoute } from './bookings/routes.ts';
import type { ContentSource } from './content/content-source.ts';
import { type Database, pingDatabase } from './database/database.ts';
import { editingRoutes } from './editing/routes.ts';
import { applyFaults } from './faults/apply.ts';
import { createFaults } from './faults/faults.ts';
import { faultRoutes } from './faults/routes.ts';
import { refuse, succeed } from './http/envelopes.ts';
import { answerErrors } from './http/errors.ts';
import { mediaRoutes } from './http/media-routes.ts';
import { acceptJson } from './http/request-body.ts';
import { readRoute } from './reads/routes.ts';
import type { BatchCatalogue } from './schedule/batch-catalogue.ts';
import { submissionRoutes } from './submissions/routes.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Call that the route serves. */
    call?: CallName;
  }
}

export interface UpstreamServices {
  content: ContentSource;
  batches: BatchCatalogue;
  /** Database with the schema of {@link migrate}. */
  database: Database;
  /** Enables the control endpoints below `/_upstream`. */
  faults: boolean;
  logLevel?: string;
  /** Returns the current time, for answers that depend on the date. */
  now?: () => Date;
}

/** Maximum number of faults in the answer of `GET /healthz`. The call `content_faults` returns all faults. */
const shownFaults = 3;

/** Builds the reference upstream, which does not listen yet. The caller owns the services and closes them. */
export function buildUpstream(services: UpstreamServices): FastifyInstance {
  const { content, batches, database, logLevel, now = () => new Date() } = services;
  const current = () => content.current();
  const today = () => dayNumberInIndia(now());

  const app = fastify({
    logger: logLevel ? { level: logLevel } : false,
    // Turned off, because a log line per request would hide other messages.
    logController: new LogController({ disableRequestLogging: true }),
  });
  // The error handler comes first, because it applies only to routes that are registered later.
  acceptJson(app);
  answerErrors(app);

  app.get('/healthz', async (request, reply) => {
    try {
      await pingDatabase(database);
      const contentFaults = content.faults();
      return succeed({
        courses: current().courses.length,
        content_faults: contentFaults.length,
        first_content_faults: contentFaults.slice(0, shownFaults),
      });
    } catch (error) {
      request.log.warn({ err: error }, 'the database does not answer');
      return reply.code(503).send(refuse('The database does not answer.'));
    }
  });

  const faults = services.faults ? createFaults() : undefined;
  if (faults) faultRoutes(app, faults, database);

  app.register(async (scope) => {
    if (faults) applyFaults(scope, faults);
    const bookedSeats = (batchIds: readonly number[]) => readBookedSeats(database, batchIds);
    for (const name of readCallNames)
      readRoute(scope, name, () => ({
        content: current(),
        today: today(),
        upcoming: batches.upcoming,
        bookedSeats,
      }));
    submissionRoutes(scope, { content: current, database });
    bookingRoute(scope, { content: current, database, today });
    bookingChangeRoute(scope, { database, today });
    editingRoutes(scope, { content: current, batches, database, today });
    scope.post(contentFaultsPath, () => succeed({ faults: content.faults() }));
  });

  app.register(async (scope) => {
    if (faults) applyFaults(scope, faults, 'media');
    await mediaRoutes(scope, content.mediaDir);
  });

  return app;
}
