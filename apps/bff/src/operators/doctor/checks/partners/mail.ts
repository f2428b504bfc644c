import { verifyServer } from '../../../../partners/smtp/verify-server.ts';
import type { DoctorContext } from '../../check.ts';
import { type Finding, fault, ok, warning } from '../../finding.ts';

/**
 * Checks that the mail server accepts our connection and sign-in, and that operators get emails about cases.
 */
export async function checkMail({ settings }: DoctorContext): Promise<Finding> {
  const { mail, operatorEmail, appEnv } = settings();
  if (!mail) {
    const text = 'No mail server is set: payers get no confirmation and no receipt';
    return (appEnv === 'production' ? fault : warning)(text, 'Set SMTP_URL and MAIL_FROM.');
  }
  const reason = await verifyServer(mail);
  if (reason !== undefined)
    return fault(
      `The mail server accepts no emails: ${reason}`,
      'Correct SMTP_URL (address, port, account, password), or start the server.',
    );
  if (operatorEmail === undefined)
    return warning('The mail server answers, but operators get no emails about cases', 'Set OPERATOR_EMAIL.');
  return ok(`The mail server accepts emails from ${mail.from}`);
}
