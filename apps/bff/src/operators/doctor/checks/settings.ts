import { otherSettings, readInstance } from '../../../platform/database/instance.ts';
import type { DoctorContext } from '../check.ts';
import { type Finding, fault, ok, warning } from '../finding.ts';

/**
 * Checks that the database belongs to this `APP_ENV`, and that the settings are those of the server that
 * started last.
 */
export async function checkSettings({ database, settings }: DoctorContext): Promise<Finding> {
  const { appEnv, digests } = settings();
  const instance = await readInstance(database());
  if (!instance)
    return ok(`No server has started on this database yet; the first start ties it to APP_ENV=${appEnv}`);
  if (instance.appEnv !== appEnv)
    return fault(
      `The database belongs to APP_ENV=${instance.appEnv}, and APP_ENV here is ${appEnv}`,
      'Use a different, empty database, or correct APP_ENV. Servers do not start in this state.',
    );
  const other = otherSettings(instance, digests);
  if (other.length > 0)
    return warning(
      `Settings that differ from those of the server that started last: ${other.join(', ')}`,
      'Use the same settings for all servers and commands; otherwise ops refuses to run.',
    );
  return ok(
    `APP_ENV=${appEnv}, same settings as the server that started ${instance.startedAt.toISOString()}`,
  );
}
