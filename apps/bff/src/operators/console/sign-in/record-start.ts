import { endSession } from '../../accounts/sign-in.ts';
import { recordAudit } from '../../audit/record-entry.ts';
import type { ConsoleCall } from '../server/route.ts';

/**
 * Records that an operator signed in, and ends the previous session of the browser (ASVS 5, 7.2.4).
 * @param how the method, for example `passkey`
 */
export async function recordStart(
  { deps: { auth, database }, headers, requestId }: ConsoleCall,
  id: string,
  email: string,
  how: string,
): Promise<void> {
  await recordAudit(database, {
    actor: { id, email },
    action: 'session.start',
    subject: { kind: 'operator', id },
    detail: { how },
    requestId,
  });
  const earlier = await auth.api.getSession({ headers });
  if (earlier) await endSession(database, earlier.session.token);
}
