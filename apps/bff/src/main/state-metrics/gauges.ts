/** Gauges of database state, equal on all replicas: dashboards take the maximum. */
import { Gauge, type Registry } from 'prom-client';
import type { State } from './read-state.ts';

/** @returns the gauges of database state, on a register */
export function createGauges(register: Registry) {
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers: [register] });
  return {
    leads: gauge('leads', 'Leads by their state upstream and in the CRM', 'forward_state', 'crm_state'),
    newestLead: gauge(
      'leads_last_received_timestamp_seconds',
      'When the newest lead came that is not suspected of spam',
    ),
    oldestLead: gauge(
      'leads_oldest_undelivered_age_seconds',
      'Age of the oldest lead that is still on its way; 0 where none is',
    ),
    files: gauge('lead_files_bytes', 'Room that uploads take: all of them, and those of suspects', 'kind'),
    orders: gauge('orders', 'Orders by state', 'state'),
    cases: gauge('order_cases', 'Open cases about orders and payments: each needs a person', 'kind'),
    differences: gauge(
      'partner_differences',
      'What the upstream or the payment provider had differently in the last nightly comparison',
      'kind',
    ),
    refundsInProgress: gauge('refunds_under_way', 'Refunds that Razorpay has neither processed nor refused'),
    unbooked: gauge('orders_paid_unbooked', 'Paid orders whose booking is not made yet'),
    oldestUnbooked: gauge(
      'orders_oldest_paid_unbooked_age_seconds',
      'How long the oldest of these has been paid; 0 where there is none',
    ),
    oldestWaiting: gauge(
      'waiting_oldest_age_seconds',
      'Age of the oldest row that waits for a partner or a decision; 0 where there is none',
      'kind',
    ),
    waitingUnseen: gauge(
      'waiting_without_case',
      'Rows that wait for longer than they may, 25 hours for most, without a case',
      'kind',
    ),
    oldestClaim: gauge(
      'payment_claims_oldest_open_age_seconds',
      'Age of the oldest signed payment that is not taken into an order yet; 0 where there is none',
    ),
    mails: gauge('mails', 'Emails that wait (due), were refused for good, or bounced', 'state'),
    abandoned: gauge(
      'checkout_reminders',
      'Mails about unfinished checkouts: sent, link opened, paid after that',
      'step',
    ),
    dataRequests: gauge(
      'data_requests',
      'Confirmed erasures that wait: all (open), due within a week or past it, past it (overdue)',
      'state',
    ),
    complaints: gauge(
      'complaints',
      'Open complaints: all (open), with a day that comes soon or is over (due_soon), over (overdue)',
      'state',
    ),
    withoutOperator: gauge(
      'operator_actions_without_operator',
      'Changes that a command made in production without an operator, since the beginning',
    ),
    oldestMail: gauge(
      'mails_oldest_due_age_seconds',
      'How long the oldest mail that may be sent has been waiting; 0 where there is none',
    ),
    jobs: gauge('queue_jobs', 'Jobs: waiting, later, active, dead', 'queue', 'state'),
    oldestJob: gauge(
      'queue_oldest_waiting_age_seconds',
      'How long the oldest job has been due; 0 where none is',
      'queue',
    ),
    succeeded: gauge(
      'schedule_last_success_timestamp_seconds',
      'When the work of the clock succeeded last, on any replica',
      'schedule',
    ),
    failed: gauge('schedule_last_failure_timestamp_seconds', 'When it failed last', 'schedule'),
  };
}

export type StateGauges = ReturnType<typeof createGauges>;

/** Sets every gauge from what was read. */
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

/** Takes the values away: an absent gauge says that the state is not known. */
export function hide(gauges: StateGauges): void {
  for (const gauge of Object.values(gauges)) gauge.reset();
  // Resetting an unlabelled gauge would leave 0, which means healthy.
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
