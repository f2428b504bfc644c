import { UnsuitableDatabaseError } from '../../platform/database/connection/unsuitable.ts';
import { type Instance, otherSettings } from '../../platform/database/instance.ts';
import type { Env } from '../../platform/settings/env.ts';
import { EnvError } from '../../platform/settings/env-error.ts';

/** @returns undefined if settings are missing or invalid, which commands that need them report */
function readWhole(env: () => Env): Env | undefined {
  try {
    return env();
  } catch (error) {
    if (error instanceof EnvError) return undefined;
    throw error;
  }
}

/**
 * Refuses settings that differ from the server's, so that for example a command does not issue documents of
 * another company.
 * @throws UnsuitableDatabaseError if settings differ from those of the server that started last
 */
export function requireSameSettings(
  instance: Instance | undefined,
  environment: NodeJS.ProcessEnv,
  read: () => Env,
): void {
  if (!instance) return;
  const env = readWhole(read);
  const appEnv = env?.appEnv ?? (environment.APP_ENV || instance.appEnv);
  if (appEnv !== instance.appEnv)
    throw new UnsuitableDatabaseError(
      `The database belongs to APP_ENV=${instance.appEnv}, and APP_ENV here is ${appEnv}: use the settings of the server.`,
    );
  const other = env ? otherSettings(instance, env.digests) : [];
  if (other.length > 0)
    throw new UnsuitableDatabaseError(
      `These settings differ from those of the server that started last: ${other.join(', ')}. Use the settings of the server, or restart the server with these.`,
    );
}
