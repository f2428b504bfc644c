/** Titles of the events of a lead. */
const titles: Readonly<Record<string, string>> = {
  received: 'Received from the site',
  thanked: 'Confirmed to the visitor',
  upstream_saved: 'Saved by the upstream',
  upstream_refused: 'Refused by the upstream',
  upstream_refused_late: 'Refused by the upstream after confirmation',
  handled_here: 'Stored here: the upstream does not get this form',
  forward_failed: 'The upstream did not answer; will be retried',
  crm_delivered: 'Delivered to the CRM',
  crm_gave_up: 'Failed at the CRM: dead letter',
  crm_failed: 'The CRM did not answer; will be retried',
  crm_paused: 'The CRM is paused; will be retried',
  released: 'Released by an operator: not spam',
  rejected: 'Rejected as spam by an operator',
  resent: 'Sent to the CRM again by an operator',
  retry_requested: 'Sent to the upstream again by an operator',
  edited: 'Edited by an operator',
  withdrawn: 'Erased on request',
  erased: 'Contact details erased',
  forward_overdue: 'Picked up again after an interruption',
  delivery_overdue: 'Delivery picked up again after an interruption',
  file_unscanned: 'File accepted without a virus scan',
};

export const leadEventTitle = (kind: string): string => titles[kind] ?? kind;
