import { isOfSample } from '../../../../platform/settings/sample-values.ts';
import type { DoctorContext } from '../../check.ts';
import { type Finding, fault, ok } from '../../finding.ts';

/**
 * Checks that in production the grievance officer is not that of the sample brand. Consumer protection and
 * data protection law require the provider's own officer.
 */
export async function checkGrievanceOfficer({ settings }: DoctorContext): Promise<Finding> {
  const { appEnv, instanceFolder } = settings();
  const { name, email, phone } = instanceFolder.instance.grievance;
  if (appEnv === 'production' && [name, email, phone].some(isOfSample))
    return fault(
      "The grievance officer is the sample brand's",
      'Set `grievance` in site.yaml, then run `ops instance apply`.',
    );
  return ok(`The grievance officer is ${name}`);
}
