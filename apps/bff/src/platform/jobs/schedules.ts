/** Runs scheduled jobs. All replicas together start one run of a schedule per interval. */
import { indiaTimeZone } from '@meridian/contracts/india-time';
import type { PgBoss } from 'pg-boss';
import { backgroundDeadlines, longDeadlines, withDeadlines } from '../database/connection/deadlines.ts';
import { isDatabaseUnavailable } from '../database/connection/unavailable.ts';
import { retryWithBackOff } from '../database/retry.ts';
import { tracedJob } from '../observability/spans.ts';
import type { Jobs, JobsOptions } from './jobs.ts';

/**
 * The replica that enqueues a run executes it immediately. Polling finds nightly runs, and runs of replicas
 * that have stopped since.
 */
const pollingSeconds = 10;

interface Dependencies extends Pick<JobsOptions, 'log' | 'onRun'> {
  /** @throws DatabaseUnavailableError before the queue has started */
  queue: () => PgBoss;
  /** Aborted on shutdown. */
  stopping: AbortSignal;
}

/**
 * At most one run waits in the queue. Handlers must tolerate a second run, which may start while an earlier
 * run is active on another replica.
 */
const runs = { policy: 'short', retryLimit: 0, expireInSeconds: 600, deleteAfterSeconds: 3_600 };

export function createSchedules({ queue, log, onRun, stopping }: Dependencies): {
  every: Jobs['every'];
  /** Stops enqueueing runs. */
  stop: () => void;
} {
  const timers: NodeJS.Timeout[] = [];

  /** Retries while the database is unavailable. */
  const untilDone = (run: () => Promise<unknown>) =>
    retryWithBackOff(run, {
      signal: stopping,
      onFailure(error) {
        if (!isDatabaseUnavailable(error)) throw error;
      },
    });

  async function report(schedule: string, result: 'succeeded' | 'failed'): Promise<void> {
    try {
      await onRun?.(schedule, result);
    } catch (error) {
      // The run has ended; only its record is missing.
      log.warn({ err: error, schedule }, 'run was not recorded');
    }
  }

  async function every(
    name: string,
    cronOrSeconds: string | number,
    handler: () => Promise<void>,
  ): Promise<void> {
    // Cron schedules are nightly jobs, which may run long.
    const deadlines = typeof cronOrSeconds === 'string' ? longDeadlines : backgroundDeadlines;
    await untilDone(() => queue().createQueue(name, runs));
    const worker = await queue().work(name, { pollingIntervalSeconds: pollingSeconds }, async () => {
      try {
        await withDeadlines(deadlines, () => tracedJob(`job ${name}`, handler));
      } catch (error) {
        log.error({ err: error, schedule: name }, 'scheduled work failed');
        await report(name, 'failed');
        throw error;
      }
      await report(name, 'succeeded');
    });
    if (typeof cronOrSeconds === 'string') {
      await untilDone(() => queue().schedule(name, cronOrSeconds, null, { tz: indiaTimeZone }));
      return;
    }
    const send = async () => {
      try {
        // Null if another replica has enqueued this run.
        const run = await queue().send(name, null, { singletonSeconds: cronOrSeconds });
        if (run) queue().notifyWorker(worker);
      } catch (error) {
        log.error({ err: error, schedule: name }, 'schedule was not sent');
      }
    };
    timers.push(setInterval(send, cronOrSeconds * 1_000).unref());
    await send();
  }

  return {
    every,
    stop() {
      for (const timer of timers) clearInterval(timer);
    },
  };
}
