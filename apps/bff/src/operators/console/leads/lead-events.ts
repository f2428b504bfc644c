/** The events of a lead in plain words. */
const titles: Readonly<Record<string, string>> = {
  received: 'Received from the site',
  thanked: 'The visitor was thanked',
  upstream_saved: 'Saved by the upstream',
  upstream_refused: 'Refused by the upstream',
  upstream_refused_late: 'Refused by the upstream, after the visitor was thanked',
  taken_here: 'Kept here: the upstream is not told of these',
  forward_failed: 'The upstream did not answer; it is tried again',
  crm_delivered: 'Delivered to the CRM',
  crm_gave_up: 'Not taken by the CRM: a dead letter',
  crm_failed: 'The CRM did not answer; it is tried again',
  crm_paused: 'The CRM is paused; it is tried again',
  released: 'Released by an operator: no spam',
  rejected: 'Rejected as spam by an operator',
  resent: 'Sent to the CRM again by an operator',
  retry_requested: 'Sent to the upstream again by an operator',
  edited: 'Edited by an operator',
  withdrawn: 'Erased at the request of its person',
  erased: 'Contact details erased',
  forward_overdue: 'Picked up again after an interruption',
  delivery_overdue: 'Delivery picked up again after an interruption',
  file_unscanned: 'Its file was taken without a virus scan',
};

export const leadEventTitle = (kind: string): string => titles[kind] ?? kind;
