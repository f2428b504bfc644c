/** The operators' command line, `pnpm ops …`: all commands with their usage. */
import { setInstance } from '@meridian/contracts/site/instance';
import { readInstanceFolder } from '@meridian/instance/folder';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import pino from 'pino';
import { configuredProvider } from '../../partners/payments/configured.ts';
import { type Database, openDatabase } from '../../platform/database/database.ts';
import { readInstance } from '../../platform/database/instance.ts';
import type { DatabaseRoles } from '../../platform/database/owner.ts';
import { createJobs } from '../../platform/jobs/create-jobs.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { createLog } from '../../platform/observability/log.ts';
import type { Env } from '../../platform/settings/env.ts';
import { sampleInstanceDir } from '../../platform/settings/sample-values.ts';
import type { Print } from './answer.ts';
import { batchesCommand, batchesUsage } from './batches.ts';
import { cacheCommand, cacheUsage } from './cache.ts';
import { casesCommand, casesUsage } from './cases.ts';
import { certificatesCommand, certificatesUsage } from './certificates.ts';
import { complaintsCommand, complaintsUsage } from './complaints.ts';
import { couponsCommand, couponsUsage } from './coupons.ts';
import { dataRequestsCommand, dataRequestsUsage } from './data-requests.ts';
import { findDatabaseUrl } from './database-url.ts';
import { doctorCommand, doctorUsage } from './doctor.ts';
import { emailsCommand, emailsUsage } from './emails.ts';
import { exportCommand, exportUsage } from './export.ts';
import { feedbackCommand, feedbackUsage } from './feedback.ts';
import { checkInstance, instanceCommand, instanceUsage } from './instance.ts';
import { invoicesCommand, invoicesUsage } from './invoices.ts';
import { leadsCommand, leadsUsage } from './leads.ts';
import { migrateCommand, migrateUsage } from './migrate.ts';
import { openActions } from './open-actions.ts';
import { openWaitlist, publicUrlOf } from './open-services.ts';
import type { OperationCommandDependencies } from './operation-command.ts';
import { operatorsCommand, operatorsUsage } from './operators.ts';
import { optOutsCommand, optOutsUsage } from './opt-outs.ts';
import { ordersCommand } from './orders.ts';
import { ordersUsage } from './orders-use.ts';
import { queueCommand, queueUsage } from './queue.ts';
import { readOnce } from './read-once.ts';
import { reconcileCommand, reconcileUsage } from './reconcile.ts';
import { reconciliationCommand, reconciliationUsage } from './reconciliation.ts';
import { requestsCommand, requestsUsage } from './requests.ts';
import { salesCommand, salesUsage } from './sales.ts';
import { requireSameSettings } from './same-settings.ts';
import { assistantCommand, isSetupVerb, setupCommand, setupUsage } from './setup.ts';
import {
  type ActorFor,
  createActorFor,
  executorOfShell,
  identityUsage,
  takeIdentity,
} from './shell-actor.ts';
import { withStackSettings } from './stack-settings.ts';
import { termsCommand, termsUsage } from './terms.ts';
import { waitlistCommand, waitlistUsage } from './waitlist.ts';
import { webhooksCommand, webhooksUsage } from './webhooks.ts';

interface Use extends OperationCommandDependencies {
  settings: NodeJS.ProcessEnv;
  /** Reads the settings, once. @throws EnvError */
  env: () => Env;
  actorFor: ActorFor;
  database: Kysely<Database>;
  log: FastifyBaseLogger;
  /** Opened on first use, because most commands only read. */
  jobs: () => Promise<Jobs>;
  print: Print;
}

interface Command {
  usage: string;
  run(args: string[], use: Use): Promise<number>;
}

const rolesOf = ({
  DATABASE_URL: siteUrl = '',
  DATABASE_OWNER_URL: ownerUrl,
  DATABASE_CONSOLE_URL: consoleUrl,
}: NodeJS.ProcessEnv): DatabaseRoles => ({
  siteUrl,
  ownerUrl: ownerUrl || undefined,
  consoleUrl: consoleUrl || undefined,
});

const commands: Readonly<Record<string, Command>> = {
  leads: { usage: leadsUsage, run: (args, use) => leadsCommand(args, use, use.print) },
  orders: {
    usage: ordersUsage,
    run: (args, { env, database, actions, print }) =>
      ordersCommand(args, { database, actions, publicUrl: publicUrlOf(env) }, print),
  },
  reconcile: { usage: reconcileUsage, run: (args, use) => reconcileCommand(args, use, use.print) },
  cases: { usage: casesUsage, run: (args, use) => casesCommand(args, use, use.print) },
  certificates: {
    usage: certificatesUsage,
    run: (args, use) => certificatesCommand(args, use, use.print),
  },
  feedback: { usage: feedbackUsage, run: (args, use) => feedbackCommand(args, use, use.print) },
  coupons: { usage: couponsUsage, run: (args, use) => couponsCommand(args, use, use.print) },
  waitlist: {
    usage: waitlistUsage,
    run: (args, use) => waitlistCommand(args, openWaitlist(use.env, use), use.print),
  },
  invoices: {
    usage: invoicesUsage,
    run: (args, use) => invoicesCommand(args, use, use.print),
  },
  reconciliation: {
    usage: reconciliationUsage,
    async run(args, { env, database, print }) {
      const provider = configuredProvider(env());
      return reconciliationCommand(args, { database, provider, now: () => new Date() }, print);
    },
  },
  requests: { usage: requestsUsage, run: (args, use) => requestsCommand(args, use, use.print) },
  'data-requests': {
    usage: dataRequestsUsage,
    run: (args, use) => dataRequestsCommand(args, use, use.print),
  },
  complaints: { usage: complaintsUsage, run: (args, use) => complaintsCommand(args, use, use.print) },
  emails: { usage: emailsUsage, run: (args, use) => emailsCommand(args, use, use.print) },
  // Former name.
  mails: { usage: '', run: (args, use) => emailsCommand(args, use, use.print) },
  batches: { usage: batchesUsage, run: (args, use) => batchesCommand(args, use, use.print) },
  'opt-outs': { usage: optOutsUsage, run: (args, use) => optOutsCommand(args, use, use.print) },
  operators: { usage: operatorsUsage, run: (args, use) => operatorsCommand(args, use, use.print) },
  webhooks: { usage: webhooksUsage, run: (args, use) => webhooksCommand(args, use, use.print) },
  setup: { usage: setupUsage, run: (args, use) => setupCommand(args, use, use.print) },
  queue: { usage: queueUsage, run: (args, use) => queueCommand(args, use, use.print) },
  export: { usage: exportUsage, run: (args, use) => exportCommand(args, use, use.print) },
  sales: { usage: salesUsage, run: (args, use) => salesCommand(args, use, use.print) },
  terms: { usage: termsUsage, run: (args, use) => termsCommand(args, use, use.print) },
  instance: { usage: instanceUsage, run: (args, use) => instanceCommand(args, use.actions, use.print) },
  cache: { usage: cacheUsage, run: (args, use) => cacheCommand(args, use.actions, use.print) },
  migrate: {
    usage: migrateUsage,
    run: (args, { settings, database, jobs, print }) =>
      migrateCommand(args, { database, roles: rolesOf(settings), jobs }, print),
  },
};

const usage = [...Object.values(commands).map((command) => command.usage), doctorUsage, identityUsage]
  .filter(Boolean)
  .join('\n');

/**
 * @returns the usage of the command, or of its verb if the verb is known; of all commands if the command is
 * unknown
 */
function helpFor([name = '', verb = '']: readonly string[]): string {
  const linesOf = (start: string) =>
    usage.split('\n').filter((line) => line === start || line.startsWith(`${start} `));
  const known = [linesOf(`ops ${name} ${verb}`), linesOf(`ops ${name}`)].find((lines) => lines.length > 0);
  return known?.join('\n') ?? usage;
}

/**
 * Opens a command's dependencies, runs it and closes them.
 * @param args after `ops`
 * @returns exit status: 0 done, 1 not possible, 2 wrong usage
 */
export async function runOps(args: string[], environment: NodeJS.ProcessEnv, print: Print): Promise<number> {
  const { identity, rest: words } = takeIdentity(args);
  const [name = '', ...rest] = words;
  if (words.some((word) => word === '--help' || word === '-h')) {
    print(helpFor(words));
    return 0;
  }
  // The doctor opens its own connections.
  if (name === 'doctor') return doctorCommand(rest, await withStackSettings(environment), print);
  // The assistant also runs before there is a database.
  if (name === 'setup' && !isSetupVerb(rest[0])) return assistantCommand(rest, environment, print);
  if (name === 'instance' && rest[0] === 'check')
    return checkInstance(rest, await withStackSettings(environment), print);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    print(usage);
    return 2;
  }
  const siteUrl = await findDatabaseUrl(environment);
  const log = createLog('warn', pino.destination(2));
  const database = openDatabase(environment.DATABASE_CONSOLE_URL || siteUrl, { maxConnections: 3 });
  let started: Jobs | undefined;
  const jobs = async (): Promise<Jobs> => {
    if (!started) {
      started = createJobs({ databaseUrl: siteUrl, log });
      await started.start();
    }
    return started;
  };
  const settings: NodeJS.ProcessEnv = { ...(await withStackSettings(environment)), DATABASE_URL: siteUrl };
  const env = readOnce(settings);
  try {
    setInstance(readInstanceFolder(settings.INSTANCE_DIR || sampleInstanceDir, settings).instance);
    const instance = await readInstance(database);
    // Not for `migrate`, which a deploy runs with the settings of the new servers.
    if (name !== 'migrate') requireSameSettings(instance, settings, env);
    const opened = openActions(settings, env, { database, jobs, log });
    const actorFor = createActorFor({
      database,
      environment: { APP_ENV: instance?.appEnv, ...settings },
      identity,
    });
    const actions = executorOfShell(opened.actions, actorFor);
    return await command.run(rest, { ...opened, actions, actorFor, settings, env, jobs, print });
  } finally {
    await started?.stop(1_000);
    await database.destroy();
  }
}
