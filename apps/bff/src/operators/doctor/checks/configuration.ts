import { EnvError } from '../../../platform/settings/env-error.ts';
import type { DoctorContext } from '../check.ts';
import { type Finding, fault, ok, warning } from '../finding.ts';

/** Checks the settings as at the start of a server, and warns if one of two optional settings is missing. */
export async function checkConfiguration({ settings }: DoctorContext): Promise<Finding> {
  try {
    const { appEnv, role, zoho, metricsPort } = settings();
    const open = [
      zoho.leadIdField === undefined && 'ZOHO_LEAD_ID_FIELD is not set: a lead may be duplicated in the CRM',
      metricsPort === undefined && 'METRICS_PORT is not set: no alert can fire',
    ].filter((text) => text !== false);
    const text = `APP_ENV=${appEnv}, BFF_ROLE=${role}`;
    if (open.length === 0) return ok(text);
    return warning(
      `${text}; ${open.join('; ')}`,
      'Set these unless you left them out intentionally (docs/reference/settings.md).',
    );
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    return fault(
      `The settings are invalid: ${error.faults.join('; ')}`,
      'Correct the settings: servers do not start with them.',
    );
  }
}
