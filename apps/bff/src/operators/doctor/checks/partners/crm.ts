import { requestToken } from '../../../../partners/crm/zoho/zoho-token.ts';
import { isRemoteError } from '../../../../platform/remote/remote-error.ts';
import type { DoctorContext } from '../../check.ts';
import { type Finding, fault, ok, warning } from '../../finding.ts';

/** Asks for an access token, which needs address, client and refresh token, and throws it away. */
export async function checkCrm({ settings }: DoctorContext): Promise<Finding> {
  try {
    await requestToken(settings().zoho);
    return ok('Zoho answers and issues a token');
  } catch (error) {
    if (!isRemoteError(error, 'crm')) throw error;
    if (error.code === 'throttled')
      return warning(
        error.message,
        'Zoho limits the number of tokens: try again in ten minutes. Leads are delivered later.',
      );
    return fault(
      error.message,
      error.code === 'unauthorized'
        ? 'Compare ZOHO_CLIENT_ID, ZOHO_CLIENT_SECRET and ZOHO_REFRESH_TOKEN, and check that ZOHO_ACCOUNTS_URL has the right country.'
        : 'Check that this machine can reach ZOHO_ACCOUNTS_URL. Leads are delivered later.',
    );
  }
}
