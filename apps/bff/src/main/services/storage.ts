/** Opens the database and the queue, and prepares both in the background. */
import type { FastifyBaseLogger } from 'fastify';
import { servingDeadlines } from '../../platform/database/connection/deadlines.ts';
import type { Pooling } from '../../platform/database/connection/pooling.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { createJobs } from '../../platform/jobs/create-jobs.ts';
import { recordRun } from '../../platform/jobs/queue-state.ts';
import type { Metrics } from '../../platform/observability/metrics.ts';
import { tracedStatement } from '../../platform/observability/spans.ts';
import type { Env } from '../../platform/settings/env.ts';
import { prepareDatabase } from '../preparation.ts';

/**
 * Waits for an unavailable database in the background: see `preparation.finished`.
 * @throws if the database refuses the connection or cannot be migrated; everything opened is closed again
 */
export async function openStorage(env: Env, log: FastifyBaseLogger, metrics: Metrics) {
  const { databaseUrl, databaseDirectUrl: directUrl, databaseRoles: roles } = env;
  const pooling: Pooling = { mode: 'direct' };
  const database = openDatabase(databaseUrl, {
    pooling,
    around: tracedStatement,
    deadlines: servingDeadlines,
    usable: () => preparation.done(),
    onError: (error) => log.warn({ err: error }, 'the database ended an idle connection'),
    onOpen: metrics.observePool,
  });
  const jobs = createJobs({
    // The site's role owns the schema of the queue, and the console's role is a member of the site's role.
    databaseUrl: roles.siteUrl,
    pooling,
    log,
    onRun: (schedule, result) => recordRun(database, schedule, result),
    onOpen: metrics.observePool,
  });
  const preparation = prepareDatabase({
    databaseUrl,
    directUrl,
    roles,
    instance: env,
    pooling,
    jobs,
    log,
  });
  try {
    await preparation.begun;
  } catch (error) {
    await jobs.stop(0);
    await database.destroy();
    throw error;
  }
  return { database, jobs, preparation };
}
