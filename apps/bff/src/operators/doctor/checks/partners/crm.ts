import { findFieldFaults, writtenFields } from '../../../../partners/crm/zoho/zoho-fields.ts';
import { requestToken } from '../../../../partners/crm/zoho/zoho-token.ts';
import { isRemoteError } from '../../../../platform/remote/remote-error.ts';
import type { DoctorContext } from '../../check.ts';
import { type Finding, fault, ok, warning } from '../../finding.ts';

/**
 * Requests an access token, which verifies URL, client and refresh token, and checks the fields of leads with
 * it.
 */
export async function checkCrm({ settings }: DoctorContext): Promise<Finding> {
  const { zoho } = settings();
  try {
    const token = await requestToken(zoho);
    const faults = await findFieldFaults(token, zoho.leadIdField);
    if (faults.length > 0)
      return fault(
        `The module Leads in Zoho lacks fields or has wrong ones: ${faults.join('; ')}`,
        'Create or correct these fields in Zoho CRM (Setup, Modules and Fields, Leads), with exactly these API names.',
      );
    return ok('Zoho answers, issues a token, and has the required fields in Leads');
  } catch (error) {
    if (!isRemoteError(error, 'crm')) throw error;
    if (error.code === 'throttled')
      return warning(
        error.message,
        'Zoho limits the number of tokens: try again in ten minutes. Leads are delivered later.',
      );
    if (error.message === 'OAUTH_SCOPE_MISMATCH')
      return warning(
        'Zoho issues a token without the right to read the fields of Leads',
        `Make the refresh token with the scopes ZohoCRM.modules.leads.ALL and ZohoCRM.settings.fields.READ, or check by hand that Leads has ${writtenFields(zoho.leadIdField)}.`,
      );
    return fault(
      error.message,
      error.code === 'unauthorized'
        ? "Compare ZOHO_CLIENT_ID, ZOHO_CLIENT_SECRET and ZOHO_REFRESH_TOKEN, and check that ZOHO_ACCOUNTS_URL is the one of your account's country."
        : 'Check that this machine can reach ZOHO_ACCOUNTS_URL. Leads are delivered later.',
    );
  }
}
