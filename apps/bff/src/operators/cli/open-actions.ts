import { readInstanceFolder } from '@meridian/instance/folder';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import { openCorrecting } from '../../enrolment/decisions/correct-billing.ts';
import { issuingOf } from '../../enrolment/documents/invoices.ts';
import { mailSenderOf } from '../../mail/outbox/mail-sender.ts';
import { configuredProvider } from '../../partners/payments/configured.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { readEnv } from '../../platform/settings/env.ts';
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
 */
export function openActions(
  environment: NodeJS.ProcessEnv,
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
  const offering = openWaitlist(environment, { database, log });
  const operations = createOperations({
    get reconciler() {
      return openReconciler(environment, { database, jobs, log });
    },
    get callingOff() {
      return openCallingOff(environment, { database, jobs, log });
    },
    comparing: openBatches(environment, { database, jobs, log }),
    offering,
    get issuing() {
      const { supplier, invoices: settings } = readEnv(environment);
      return issuingOf({ database, jobs, supplier, settings });
    },
  });
  const actions = createActions({
    database,
    now: () => new Date(),
    consoleUrl: consoleUrlOf(environment),
    get publicUrl() {
      return readEnv(environment).publicUrl;
    },
    get isDemo() {
      return readEnv(environment).appEnv === 'demo';
    },
    get sendsMails() {
      return readEnv(environment).mail !== undefined;
    },
    readInstance: () => readInstanceFolder(environment.INSTANCE_DIR || sampleInstanceDir, environment),
    mailSender: () => mailSenderOf(readEnv(environment)),
    jobs,
    get upstream() {
      return offering.upstream;
    },
    operations,
    get editor() {
      return openEditor(environment, { database, log });
    },
    offering,
    setup: {
      checkSteps: (ids) => checkSteps(openDoctorContext(environment, database), ids),
      log,
      get provider() {
        return configuredProvider(readEnv(environment));
      },
      get publicUrl() {
        return readEnv(environment).publicUrl;
      },
      get mail() {
        return readEnv(environment).mail;
      },
    },
    get correcting() {
      return openCorrecting({ database, jobs }, readEnv(environment));
    },
    get bookingChanges() {
      return openBookingChanges(environment, { database, jobs, log });
    },
    missingSetupSteps: () => missingSetupSteps(database, readEnv(environment)),
    get decisions() {
      return openDecisions(environment, { database, jobs, log });
    },
  });
  return { database, log, operations, actions: createExecutor(database, actions, log) };
}
