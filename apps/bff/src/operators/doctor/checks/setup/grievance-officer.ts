import { codeIdentity, isOfSample } from '../../../../platform/settings/sample-values.ts';
import type { DoctorContext } from '../../check.ts';
import { type Finding, fault, ok } from '../../finding.ts';

/** Pages and emails name a person of this provider, as consumer protection and data protection require. */
export async function checkGrievanceOfficer({ settings }: DoctorContext): Promise<Finding> {
  const { name, email, phone } = codeIdentity.provider.grievanceOfficer;
  const advice = 'Set name, email and phone in packages/contracts/src/provider.ts, then build.';
  const missing = Object.entries({ name, email, phone })
    .filter(([, value]) => !value.trim())
    .map(([part]) => part);
  if (missing.length > 0) return fault(`The grievance officer has no ${missing.join(' and no ')}`, advice);
  if (settings().appEnv === 'production' && [name, email, phone].some(isOfSample))
    return fault("The grievance officer is the sample brand's", advice);
  return ok(`${name} is named as grievance officer`);
}
