import { readInstanceFolder } from '@meridian/instance/folder';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import { openCorrecting } from '../../enrolment/decisions/correct-billing.ts';
import { issuingOf } from '../../enrolment/documents/invoices.ts';
import { mailSenderOf } from '../../mail/outbox/mail-sender.ts';
import { configuredProvider } from '../../partners/payments/configured.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Env } from '../../platform/settings/env.ts';
import { sampleInstanceDir } from '../../platform/settings/sample-values.ts';
import { createActions } from '../actions/actions.ts';
import { createExecutor } from '../actions/execute.ts';
import { createOperations } from '../actions/operations/long-work.ts';
import { checkSteps } from '../setup/check-steps.ts';
import { missingSetupSteps } from '../setup/missing-steps.ts';
import { openDoctorContext } from './doctor-context.ts';
import {
  openBatches,
  openBookingChanges,
  openCallingOff,
  openDecisions,
  openEditor,
  openReconciler,
  openWaitlist,
} from './open-services.ts';
import type { OperationCommandDependencies } from './operation-command.ts';

/** Finds the URL of the console. Reads only two settings, so that an invitation needs only the database. */
const consoleUrlOf = ({ CONSOLE_URL: url, CONSOLE_PORT: port }: NodeJS.ProcessEnv) =>
  url || `http://localhost:${port || 3001}`;

/**
 * Opens the actions for a command. Settings are read, and the job queue is opened, when an action first needs
 * them.
 *
 * @param env reads the settings
 */
export function openActions(
  environment: NodeJS.ProcessEnv,
  env: () => Env,
  {
    database,
    jobs: open,
    log,
  }: { database: Kysely<Database>; jobs: () => Promise<Jobs>; log: FastifyBaseLogger },
): OperationCommandDependencies & { log: FastifyBaseLogger } {
  const jobs: Pick<Jobs, 'enqueue' | 'revive' | 'cancel'> = {
    enqueue: async (...parameters) => (await open()).enqueue(...parameters),
    revive: async (...parameters) => (await open()).revive(...parameters),
    cancel: async (...parameters) => (await open()).cancel(...parameters),
  };
  const offering = openWaitlist(env, { database, log });
  const operations = createOperations({
    get reconciler() {
      return openReconciler(env(), { database, jobs, log });
    },
    get callingOff() {
      return openCallingOff(env(), { database, jobs, log });
    },
    comparing: openBatches(env, { database, jobs, log }),
    offering,
    get issuing() {
      const { supplier, invoices: settings } = env();
      return issuingOf({ database, jobs, supplier, settings });
    },
  });
  const actions = createActions({
    database,
    now: () => new Date(),
    consoleUrl: consoleUrlOf(environment),
    get publicUrl() {
      return env().publicUrl;
    },
    get isDemo() {
      return env().appEnv === 'demo';
    },
    get sendsMails() {
      return env().mail !== undefined;
    },
    readInstance: () => readInstanceFolder(environment.INSTANCE_DIR || sampleInstanceDir, environment),
    mailSender: () => mailSenderOf(env()),
    jobs,
    get upstream() {
      return offering.upstream;
    },
    operations,
    get editor() {
      return openEditor(env(), { database, log });
    },
    offering,
    setup: {
      checkSteps: (ids) => checkSteps(openDoctorContext(environment, database), ids),
      log,
      get provider() {
        return configuredProvider(env());
      },
      get publicUrl() {
        return env().publicUrl;
      },
      get mail() {
        return env().mail;
      },
    },
    get correcting() {
      return openCorrecting({ database, jobs }, env());
    },
    get bookingChanges() {
      return openBookingChanges(env(), { database, jobs, log });
    },
    missingSetupSteps: () => missingSetupSteps(database, env()),
    get decisions() {
      return openDecisions(env(), { database, jobs, log });
    },
  });
  return { database, log, operations, actions: createExecutor(database, actions, log) };
}
