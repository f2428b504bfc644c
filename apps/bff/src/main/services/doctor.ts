/** The checks of `ops doctor` in a running server, with the server's settings and connections. */
import type { SetupStepId } from '@meridian/contracts/operators/console/setup';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { DoctorContext } from '../../operators/doctor/check.ts';
import { openDns } from '../../operators/doctor/dns.ts';
import type { NamedFinding } from '../../operators/doctor/run-checks.ts';
import type { StepResult } from '../../operators/setup/check-steps.ts';
import type { PaymentProvider } from '../../partners/payments/provider.ts';
import { findPooling } from '../../platform/database/connection/pooling.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Env } from '../../platform/settings/env.ts';

interface Parts {
  database: Kysely<Database>;
  provider: PaymentProvider;
  log: FastifyBaseLogger;
}

export function openDoctor(env: Env, { database, provider, log }: Parts) {
  const { databaseUrl, databaseDirectUrl: directUrl } = env;
  const context: DoctorContext = {
    settings: () => env,
    database: () => database,
    dns: openDns(),
    pooling: () => findPooling({ databaseUrl, ...(directUrl !== undefined && { directUrl }) }),
  };
  return {
    mail: env.mail,
    provider,
    publicUrl: env.publicUrl,
    log,
    async checkSteps(ids: readonly SetupStepId[]): Promise<StepResult[]> {
      const { checkSteps } = await import('../../operators/setup/check-steps.ts');
      return checkSteps(context, ids);
    },
    /** Loads the code of the checks at the first use. */
    async runChecks(): Promise<NamedFinding[]> {
      const [{ runChecks }, { checks }] = await Promise.all([
        import('../../operators/doctor/run-checks.ts'),
        import('../../operators/doctor/checks.ts'),
      ]);
      return runChecks(context, checks);
    },
  };
}
