import { otherSettings, readInstance } from '../../../platform/database/instance.ts';
import type { DoctorContext } from '../check.ts';
import { type Finding, fault, ok, warning } from '../finding.ts';

/** The database is for this `APP_ENV`, and these are the settings of the server that started last. */
export async function checkSettings({ database, settings }: DoctorContext): Promise<Finding> {
  const { appEnv, digests } = settings();
  const instance = await readInstance(database());
  if (!instance)
    return ok(`No server has started on this database; the first makes it one of APP_ENV=${appEnv}`);
  if (instance.appEnv !== appEnv)
    return fault(
      `The database is one of APP_ENV=${instance.appEnv}, and APP_ENV here is ${appEnv}`,
      'Name another, empty database, or correct APP_ENV: no server starts otherwise.',
    );
  const other = otherSettings(instance, digests);
  if (other.length > 0)
    return warning(
      `Not as in the server that started last: ${other.join(', ')}`,
      'Give all servers and commands the same settings; ops refuses to work with others.',
    );
  return ok(
    `APP_ENV=${appEnv}, and the settings of the server that started ${instance.startedAt.toISOString()}`,
  );
}
