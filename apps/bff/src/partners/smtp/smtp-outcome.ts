/** What an SMTP server's answer means for a mail. */
import { withoutAddresses } from '../../platform/database/address-key.ts';

export type SmtpOutcome =
  | { kind: 'accepted' }
  /**
   * To be tried again; `serverIsAway`: no mail can be sent just now; `atOpening`: there was no session yet, so the mail has
   * not been tried.
   */
  | { kind: 'temporary'; reason: string; serverIsAway: boolean; atOpening?: boolean }
  /** For good; `addressIsWrong`: nothing else will reach this address either. */
  | { kind: 'refused'; reason: string; addressIsWrong: boolean };

/** Fields of nodemailer's errors. */
interface SmtpError {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
}

/** Commands before the first of a mail: a refusal there is about our account, not about the mail. */
const isAboutAccount = (command: string) => !/^(?:MAIL FROM|RCPT TO|DATA)$/.test(command);

/** RFC 3463: the mailbox of the recipient. 5.1.7 and 5.1.8 are about the sender's. */
const wrongAddress = /^5\d\d[ -]5\.1\.(?!7\b|8\b)\d+/;

/**
 * @param error of nodemailer, for a mail with one recipient
 * @returns what to do; an answer that did not come is temporary, and the mail may be out
 */
export function outcomeOf(error: unknown): Exclude<SmtpOutcome, { kind: 'accepted' }> {
  const told: SmtpError = Object(error);
  const { code = 'UNKNOWN', command = 'CONN', responseCode, response = '' } = told;
  const words = response === '' ? code : `${code} ${withoutAddresses(response)}`;
  const reason = `${command}: ${words}`;
  const isFinal = responseCode !== undefined && responseCode >= 500;
  if (isFinal && !isAboutAccount(command))
    return { kind: 'refused', reason, addressIsWrong: command === 'RCPT TO' && wrongAddress.test(response) };
  // Such as a message that is larger than the server takes: our own check, no answer.
  if (code === 'EMESSAGE' && responseCode === undefined)
    return { kind: 'refused', reason, addressIsWrong: false };
  // An address that SMTP cannot carry.
  if (code === 'EENVELOPE' && responseCode === undefined)
    return { kind: 'refused', reason, addressIsWrong: true };
  const serverIsAway = responseCode === undefined || responseCode === 421 || isAboutAccount(command);
  return { kind: 'temporary', reason, serverIsAway };
}
