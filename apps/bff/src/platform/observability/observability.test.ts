/**
 * Compares the dashboard and the alert rules in `deploy/observability` with the metrics of a running
 * application.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { orderStates } from '@meridian/contracts/enrolment/orders';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { eventually } from '../../../testing/leads/lead-stack.ts';
import { samples as forms } from '../../../testing/leads/samples.ts';
import { type Sample, samplesOf } from '../../../testing/observability/exposition.ts';
import { readExpression } from '../../../testing/observability/promql.ts';
import { useSite } from '../../../testing/site.ts';
import { caseKinds } from '../../enrolment/orders/cases/case-kinds.ts';
import { crmStates, forwardStates } from '../../leads/ledger/state/lead-facts.ts';
import { version } from '../settings/version.ts';

const folder = resolve(import.meta.dirname, '../../../../../deploy/observability');
const readText = (name: string) => readFileSync(join(folder, name), 'utf8');

const ruleFile = z.object({
  groups: z.array(
    z.object({
      name: z.string(),
      rules: z.array(
        z.object({
          alert: z.string().regex(/^[A-Z]\w+$/),
          expr: z.string(),
          for: z
            .string()
            .regex(/^\d+[smhd]$/)
            .optional(),
          labels: z.object({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.object({ summary: z.string().min(10), action: z.string().min(10) }),
        }),
      ),
    }),
  ),
});
const dashboardFile = z.object({
  panels: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      targets: z.array(z.object({ expr: z.string() })).optional(),
    }),
  ),
});

const rules = ruleFile.parse(parseYaml(readText('alerts.yml'))).groups.flatMap((group) => group.rules);
const panels = dashboardFile.parse(JSON.parse(readText('grafana-dashboard.json'))).panels;
const expressions: [string, string][] = [
  ...rules.map((rule): [string, string] => [`alert ${rule.alert}`, rule.expr]),
  ...panels.flatMap((panel) =>
    (panel.targets ?? []).map((target): [string, string] => [`panel "${panel.title}"`, target.expr]),
  ),
];

const site = await useSite();
const { http, services } = site;
let samples: Sample[] = [];

/** Uses the features whose metrics the tests check. */
async function useEverything(): Promise<void> {
  await services.startWorkers();
  await http.get('/').expect(200);
  await http.get('/api/header').expect(200);
  await http.post('/api/contact_us').send(forms.contact_us).expect(200);
  await http.post('/api/partner_with_us').send({ ...forms.partner_with_us, website: 'x' });
  await http.post('/api/checkout').send({}).expect(400);
  await site.fault({ kind: 'http_500', times: 1, calls: ['blog'] });
  await http.get('/api/blog').expect(502);
}

const has = (read: Sample[], metric: string, labels: Record<string, string>) =>
  read.some(
    (sample) =>
      sample.metric === metric &&
      Object.entries(labels).every(([name, value]) => sample.labels[name] === value),
  );

beforeAll(async () => {
  await useEverything();
  samples = await eventually(
    async () => samplesOf(await site.metrics.text()),
    (read) =>
      has(read, 'schedule_last_success_timestamp_seconds', { schedule: 'reconcile-payments' }) &&
      has(read, 'leads', { crm_state: 'delivered' }),
    25_000,
  );
});

/** Possible label values. */
const known: Record<string, () => readonly string[]> = {
  crm_state: () => crmStates,
  kind: () => caseKinds,
  forward_state: () => forwardStates,
  serves: () => ['pages', 'writes'],
  schedule: () => [
    ...samples.filter(({ metric }) => metric === 'queue_jobs').map(({ labels }) => labels.queue ?? ''),
    // Recorded by deploy/backup/backup.sh.
    'base-backup',
    'wal-archive',
  ],
  route: () => site.app.printRoutes({ commonPrefix: false, includeHooks: false }).match(/\/[^\s(]+/g) ?? [],
};
const stateValues: Record<string, readonly string[]> = {
  orders: orderStates,
  queue_jobs: ['waiting', 'later', 'active', 'dead'],
  database_pool_connections: ['idle', 'used'],
};

describe('the dashboard and the alerts', () => {
  it.each(expressions)('%s queries existing metrics and labels', (_where, expression) => {
    const { selectors, grouping, faults } = readExpression(expression);
    expect(faults).toEqual([]);
    expect(selectors.length).toBeGreaterThan(0);
    for (const { metric, matchers } of selectors) {
      if (metric === 'up') continue;
      const found = samples.filter((sample) => sample.metric === metric);
      expect(found, `${metric} is not in the metrics`).not.toEqual([]);
      const labels = Object.keys(found[0]?.labels ?? {});
      for (const { label, operator, value } of matchers) {
        expect(labels, `${metric} has no label ${label}`).toContain(label);
        const possible = label === 'state' ? stateValues[metric] : known[label]?.();
        const pattern = new RegExp(`^(?:${value})$`);
        if (possible && operator === '=') expect(possible).toContain(value);
        if (possible && operator === '=~')
          expect(
            possible.filter((one) => pattern.test(one)),
            `${label}=~"${value}" fits nothing`,
          ).not.toEqual([]);
      }
    }
    const all = new Set(
      selectors.flatMap(({ metric }) =>
        samples.filter((sample) => sample.metric === metric).flatMap((sample) => Object.keys(sample.labels)),
      ),
    );
    for (const label of grouping) expect(all, `nothing has the label ${label}`).toContain(label);
  });

  it('are refused by the test of queries if a query is wrong', () => {
    expect(readExpression('sum(rate(http_requests_total{status="5"}[5m])').faults).not.toEqual([]);
    const [selector] = readExpression('max by (x) (no_such_metric{a="b"})').selectors;
    expect(selector).toEqual({
      metric: 'no_such_metric',
      matchers: [{ label: 'a', operator: '=', value: 'b' }],
    });
    expect(samples.some(({ metric }) => metric === 'no_such_metric')).toBe(false);
  });

  it('have alerts on the metrics of failures that can lose money', () => {
    const spoken = new Set(
      rules.flatMap((rule) => readExpression(rule.expr).selectors.map(({ metric }) => metric)),
    );
    for (const metric of [
      'orders_oldest_paid_unbooked_age_seconds',
      'order_cases',
      'leads',
      'leads_oldest_undelivered_age_seconds',
      'queue_jobs',
      'queue_oldest_waiting_age_seconds',
      'schedule_last_success_timestamp_seconds',
      'bff_ready',
      'ledger_silent_seconds',
      'http_requests_total',
    ])
      expect(spoken).toContain(metric);
  });

  it('have unique panel ids and alert names', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  });
});

describe('the metrics', () => {
  it('show the state of the database', () => {
    const numberOf = (metric: string, labels: Record<string, string> = {}) =>
      samples.find(
        (sample) =>
          sample.metric === metric &&
          Object.entries(labels).every(([name, value]) => sample.labels[name] === value),
      )?.value;
    expect(numberOf('leads', { forward_state: 'saved', crm_state: 'delivered' })).toBe(1);
    expect(numberOf('leads', { forward_state: 'quarantined', crm_state: 'waiting' })).toBe(1);
    expect(numberOf('leads_oldest_undelivered_age_seconds')).toBe(0);
    for (const state of orderStates) expect(numberOf('orders', { state })).toBe(0);
    for (const kind of caseKinds) expect(numberOf('order_cases', { kind })).toBe(0);
    expect(numberOf('refunds_under_way')).toBe(0);
    expect(numberOf('orders_paid_unbooked')).toBe(0);
    expect(numberOf('queue_jobs', { queue: 'deliver-lead', state: 'dead' })).toBe(0);
    expect(numberOf('bff_ready', { serves: 'pages' })).toBe(1);
    expect(numberOf('bff_ready', { serves: 'writes' })).toBe(1);
    expect(numberOf('ledger_silent_seconds')).toBeLessThan(60);
    expect(numberOf('http_requests_total', { route: '/api/checkout', status: '400' })).toBe(1);
    expect(numberOf('upstream_call_duration_seconds_count', { call: 'blog', result: 'http_error' })).toBe(1);
  });

  it('begin at 0 if an alert counts them, so that `increase()` includes a first burst', () => {
    for (const [route, status] of [
      ['/api/checkout', '502'],
      ['/api/booking', '503'],
      ['/api/webhooks/razorpay', '400'],
      ['/api/header', '503'],
    ] as const)
      expect(
        samples.find(
          ({ metric, labels }) =>
            metric === 'http_requests_total' && labels.route === route && labels.status === status,
        )?.value,
      ).toBe(0);
    expect(has(samples, 'http_request_duration_seconds_bucket', { route: '/api/booking', le: '5' })).toBe(
      true,
    );
  });

  it('include the duration of calls of the payment provider and the CRM', async () => {
    for (const call of ['token', 'insert'])
      expect(
        has(samples, 'remote_call_duration_seconds_count', { remote: 'crm', call, result: 'answered' }),
      ).toBe(true);
    expect(has(samples, 'remote_call_duration_seconds_bucket', { remote: 'payments' })).toBe(true);
  });

  it('include the process: pools, event loop, version', () => {
    for (const pool of ['bff', 'bff-jobs'])
      for (const state of ['idle', 'used'])
        expect(has(samples, 'database_pool_connections', { pool, state })).toBe(true);
    expect(has(samples, 'database_pool_waiting', { pool: 'bff' })).toBe(true);
    expect(has(samples, 'nodejs_eventloop_utilization_ratio', {})).toBe(true);
    expect(has(samples, 'build_info', { version })).toBe(true);
    const newest = samples.find(({ metric }) => metric === 'leads_last_received_timestamp_seconds');
    expect(Math.abs((newest?.value ?? 0) - Date.now() / 1_000)).toBeLessThan(120);
  });

  it('contain no personal data', async () => {
    expect(await site.metrics.text()).not.toMatch(/asha|@|\+91/i);
  });
});
