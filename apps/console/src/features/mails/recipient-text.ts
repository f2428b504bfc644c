import type { MailRow } from '@meridian/contracts/console/desk';

/** Mails to operators hold no address; others lose theirs by erasure. */
export const recipientText = ({ recipient, kind }: Pick<MailRow, 'recipient' | 'kind'>): string =>
  recipient || (kind === 'operator_alert' ? 'operators' : 'erased');
