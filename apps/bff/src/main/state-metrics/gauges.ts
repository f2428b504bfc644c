/** Gauges of the database state. All replicas report equal values, so dashboards take the maximum. */
import { Gauge, type Registry } from 'prom-client';
import type { State } from './read-state.ts';

/** @returns the gauges of the database state, added to a registry */
export function createGauges(register: Registry) {
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers: [register] });
  return {
    leads: gauge('leads', 'Leads by their state upstream and in the CRM', 'forward_state', 'crm_state'),
    newestLead: gauge(
      'leads_last_received_timestamp_seconds',
      'Time of the newest lead that is neither suspected nor rejected as spam',
    ),
    oldestLead: gauge(
      'leads_oldest_undelivered_age_seconds',
      'Age of the oldest undelivered lead; 0 if there is none',
    ),
    files: gauge('lead_files_bytes', 'Size of stored uploads: all, and those of suspected spam', 'kind'),
    orders: gauge('orders', 'Orders by state', 'state'),
    cases: gauge('order_cases', 'Open cases about orders and payments', 'kind'),
    differences: gauge(
      'partner_differences',
      'Differences from the upstream or the payment provider in the last nightly comparison',
      'kind',
    ),
    refundsInProgress: gauge('refunds_under_way', 'Refunds that Razorpay has neither processed nor refused'),
    unbooked: gauge('orders_paid_unbooked', 'Paid orders that are not booked yet'),
    oldestUnbooked: gauge(
      'orders_oldest_paid_unbooked_age_seconds',
      'Time since the payment of the oldest paid order that is not booked yet; 0 if there is none',
    ),
    oldestWaiting: gauge(
      'waiting_oldest_age_seconds',
      'Age of the oldest record that waits for an external service or a decision; 0 if there is none',
      'kind',
    ),
    waitingUnseen: gauge(
      'waiting_without_case',
      'Records that have waited longer than allowed (for most: 25 hours) without a case',
      'kind',
    ),
    oldestClaim: gauge(
      'payment_claims_oldest_open_age_seconds',
      'Age of the oldest signed payment that is not recorded in an order yet; 0 if there is none',
    ),
    mails: gauge('mails', 'Emails by state: due, refused, bounced', 'state'),
    abandoned: gauge(
      'checkout_reminders',
      'Reminder emails of abandoned checkouts: sent, link opened, paid afterwards',
      'step',
    ),
    dataRequests: gauge(
      'data_requests',
      'Confirmed erasure requests: all (open), due within a week or overdue (due_soon), overdue',
      'state',
    ),
    complaints: gauge(
      'complaints',
      'Open complaints: all (open), with a deadline that is near or past (due_soon), past (overdue)',
      'state',
    ),
    withoutOperator: gauge(
      'operator_actions_without_operator',
      'Total changes in production made by commands without an operator account',
    ),
    oldestMail: gauge(
      'mails_oldest_due_age_seconds',
      'Age of the oldest email that is due; 0 if there is none',
    ),
    jobs: gauge('queue_jobs', 'Jobs: waiting, later, active, dead', 'queue', 'state'),
    oldestJob: gauge(
      'queue_oldest_waiting_age_seconds',
      'Age of the oldest due job; 0 if there is none',
      'queue',
    ),
    succeeded: gauge(
      'schedule_last_success_timestamp_seconds',
      'Time of the last success of a scheduled job, on any replica',
      'schedule',
    ),
    failed: gauge(
      'schedule_last_failure_timestamp_seconds',
      'Time of the last failure of a scheduled job, on any replica',
      'schedule',
    ),
  };
}

export type StateGauges = ReturnType<typeof createGauges>;

/** Sets every gauge to the values read. */
export function show(gauges: StateGauges, state: State): void {
  for (const gauge of Object.values(gauges)) gauge.reset();
  for (const { forward_state, crm_state, leads } of state.leads)
    gauges.leads.set({ forward_state, crm_state }, leads);
  if (state.newestLead) gauges.newestLead.set(state.newestLead.getTime() / 1_000);
  else gauges.newestLead.remove();
  gauges.oldestLead.set(state.oldestLeadSeconds);
  for (const kind of ['all', 'quarantined'] as const) gauges.files.set({ kind }, state.files[kind]);
  for (const [name, count] of Object.entries(state.orders.byState)) gauges.orders.set({ state: name }, count);
  for (const [kind, count] of Object.entries(state.orders.cases)) gauges.cases.set({ kind }, count);
  for (const [kind, count] of Object.entries(state.differences)) gauges.differences.set({ kind }, count);
  gauges.refundsInProgress.set(state.orders.refundsInProgress);
  gauges.unbooked.set(state.orders.unbooked);
  gauges.oldestUnbooked.set(state.orders.oldestUnbookedSeconds);
  for (const { kind, oldestSeconds, unseen } of state.waiting) {
    gauges.oldestWaiting.set({ kind }, oldestSeconds);
    gauges.waitingUnseen.set({ kind }, unseen);
  }
  gauges.oldestClaim.set(state.claimSeconds);
  for (const name of ['due', 'refused', 'bounced'] as const)
    gauges.mails.set({ state: name }, state.mails[name]);
  gauges.oldestMail.set(state.mails.oldestDueSeconds);
  for (const step of ['sent', 'opened', 'paid'] as const)
    gauges.abandoned.set({ step }, state.abandoned[step]);
  const { open, dueSoon, overdue } = state.dataRequests;
  for (const [name, count] of Object.entries({ open, due_soon: dueSoon, overdue }))
    gauges.dataRequests.set({ state: name }, count);
  const { dueSoon: complaintsSoon, ...complaints } = state.complaints;
  for (const [name, count] of Object.entries({ ...complaints, due_soon: complaintsSoon }))
    gauges.complaints.set({ state: name }, count);
  gauges.withoutOperator.set(state.withoutOperator);
  for (const { queue, oldestWaitingSeconds, ...depths } of state.queues) {
    for (const name of ['waiting', 'later', 'active', 'dead'] as const)
      gauges.jobs.set({ queue, state: name }, depths[name]);
    gauges.oldestJob.set({ queue }, oldestWaitingSeconds);
  }
  for (const { schedule, succeededAt, failedAt } of state.schedules) {
    if (succeededAt) gauges.succeeded.set({ schedule }, succeededAt.getTime() / 1_000);
    if (failedAt) gauges.failed.set({ schedule }, failedAt.getTime() / 1_000);
  }
}

/** Removes the values: an absent gauge means that the state is unknown. */
export function hide(gauges: StateGauges): void {
  for (const gauge of Object.values(gauges)) gauge.reset();
  // A reset unlabelled gauge would show 0, which means healthy.
  const unlabelled = [
    gauges.newestLead,
    gauges.oldestLead,
    gauges.unbooked,
    gauges.oldestUnbooked,
    gauges.oldestClaim,
    gauges.oldestMail,
    gauges.refundsInProgress,
    gauges.withoutOperator,
  ];
  for (const gauge of unlabelled) gauge.remove();
}
