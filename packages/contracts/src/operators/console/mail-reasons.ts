/** Texts for operators: why an email was not sent. */
const words: Readonly<Record<string, string>> = {
  no_smtp: 'No mail server is set (SMTP_URL, MAIL_FROM)',
  no_operator: 'No email address of operators is set (OPERATOR_EMAIL)',
  held_back: 'Held back: outside production only test domains get emails (MAIL_TEST_DOMAINS)',
  suppressed: 'The address is suppressed',
  unsubscribed: 'The recipient unsubscribed',
  daily_limit: 'The daily limit of the address was reached',
  too_late: 'It was too late to send the email',
  outdated: 'The content was no longer true',
  erased: 'The recipient was erased',
};

/** @returns the text of a reason; a server's answer is returned unchanged */
export const reasonText = (reason: string | null): string =>
  reason === null ? '' : (words[reason] ?? reason);
