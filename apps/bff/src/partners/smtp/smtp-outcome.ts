/** Maps the answer of an SMTP server to the outcome for an email. */
import { withoutAddresses } from '../../platform/database/address-key.ts';

export type SmtpOutcome =
  | { kind: 'accepted' }
  /**
   * To be retried. `serverIsAway`: no email can be sent at present. `atOpening`: the session was not open
   * yet, so the email has not been attempted.
   */
  | { kind: 'temporary'; reason: string; serverIsAway: boolean; atOpening?: boolean }
  /** Permanent. `addressIsWrong`: other emails will not reach this address either. */
  | { kind: 'refused'; reason: string; addressIsWrong: boolean };

/** Fields of nodemailer's errors. */
interface SmtpError {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
}

/** True for commands before MAIL FROM: the server then refuses our account, not the email. */
const isAboutAccount = (command: string) => !/^(?:MAIL FROM|RCPT TO|DATA)$/.test(command);

/** RFC 3463: the recipient's address is wrong. 5.1.7 and 5.1.8 concern the sender's address. */
const wrongAddress = /^5\d\d[ -]5\.1\.(?!7\b|8\b)\d+/;

/**
 * @param error error of nodemailer, for an email with one recipient
 * @returns the outcome; if no answer came, it is temporary, and the email may have been delivered
 */
export function outcomeOf(error: unknown): Exclude<SmtpOutcome, { kind: 'accepted' }> {
  const fields: SmtpError = Object(error);
  const { code = 'UNKNOWN', command = 'CONN', responseCode, response = '' } = fields;
  const detail = response === '' ? code : `${code} ${withoutAddresses(response)}`;
  const reason = `${command}: ${detail}`;
  const isFinal = responseCode !== undefined && responseCode >= 500;
  if (isFinal && !isAboutAccount(command))
    return { kind: 'refused', reason, addressIsWrong: command === 'RCPT TO' && wrongAddress.test(response) };
  // nodemailer refused the message before sending it, for example because it is larger than the server
  // accepts.
  if (code === 'EMESSAGE' && responseCode === undefined)
    return { kind: 'refused', reason, addressIsWrong: false };
  // An address that cannot be sent over SMTP.
  if (code === 'EENVELOPE' && responseCode === undefined)
    return { kind: 'refused', reason, addressIsWrong: true };
  const serverIsAway = responseCode === undefined || responseCode === 421 || isAboutAccount(command);
  return { kind: 'temporary', reason, serverIsAway };
}
