/** Tests the alerts of `deploy/observability` with Prometheus's own tools: each alert fires. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { programsFound, runProgram } from '../../../testing/program.ts';

const folder = resolve(import.meta.dirname, '../../../../../deploy/observability');
const file = (name: string) => join(folder, name);
const read = async (name: string): Promise<unknown> => parse(await readFile(file(name), 'utf8'));

const expectation = z.object({
  expr: z.string(),
  eval_time: z.string(),
  exp_samples: z.array(z.object({ labels: z.string(), value: z.number() })),
});
const caseFile = z.object({
  rule_files: z.array(z.string()),
  evaluation_interval: z.string(),
  tests: z.array(
    z.object({
      name: z.string(),
      interval: z.string(),
      input_series: z.array(z.object({ series: z.string(), values: z.string() })),
      promql_expr_test: z.array(expectation),
    }),
  ),
});
const ruleFile = z.object({
  groups: z.array(
    z.looseObject({
      rules: z.array(z.looseObject({ alert: z.string(), labels: z.object({ severity: z.string() }) })),
    }),
  ),
});

const minutes = caseFile.parse(await read('alerts.test.yml'));
const days = caseFile.parse(await read('alerts-days.test.yml'));
const rules = ruleFile.parse(await read('alerts.yml')).groups.flatMap((group) => group.rules);
const cases = [...minutes.tests, ...days.tests].flatMap((test) => test.promql_expr_test);
const isTried = programsFound(['promtool', 'amtool'], 'that each alert fires');

it.each(rules)('alert $alert has one case in which it fires and one in which it does not', ({ alert }) => {
  const own = cases.filter(({ expr }) => expr.includes(`alertname="${alert}"`));
  expect(own.some((one) => one.exp_samples.length > 0)).toBe(true);
  expect(own.some((one) => one.exp_samples.length === 0)).toBe(true);
});

describe.skipIf(!isTried)("Prometheus's own tools", () => {
  it('pass every test case of the alerts', { timeout: 300_000 }, () => {
    const names = ['alerts.test.yml', 'alerts-days.test.yml'];
    expect(runProgram('promtool', ['test', 'rules', ...names.map(file)])).toMatchObject({ status: 0 });
  });

  it('detect an alert that does not fire', async () => {
    const place = await mkdtemp(join(tmpdir(), 'alerts-'));
    onTestFinished(() => rm(place, { recursive: true }));
    const text = await readFile(file('alerts.yml'), 'utf8');
    await writeFile(join(place, 'alerts.yml'), text.replace('/api/(checkout|booking)', '/api/(checkouts)'));
    const [tests] = [minutes.tests.filter(({ name }) => name === 'CheckoutFails')];
    await writeFile(join(place, 'one.yml'), stringify({ ...minutes, tests }));
    const { status, text: told } = runProgram('promtool', ['test', 'rules', join(place, 'one.yml')]);
    expect(status).toBe(1);
    expect(told).toContain('CheckoutFails');
  });

  it('accept the sample configurations', () => {
    expect(runProgram('promtool', ['check', 'config', file('prometheus.yml')])).toMatchObject({ status: 0 });
    expect(runProgram('amtool', ['check-config', file('alertmanager.yml')])).toMatchObject({ status: 0 });
  });

  it.each([
    ['page', 'on-call'],
    ['ticket', 'tickets'],
  ])('route an alert of severity %s to %s', (severity, receiver) => {
    const route = ['config', 'routes', 'test', `--config.file=${file('alertmanager.yml')}`];
    const { text } = runProgram('amtool', [...route, `severity=${severity}`, 'alertname=Any']);
    expect(text.split('\n')[0]).toBe(receiver);
  });
});

it('the sample configuration of Alertmanager names only alerts that exist', async () => {
  const text = JSON.stringify(await read('alertmanager.yml'));
  const named = [...text.matchAll(/alertname=~?\\"([^"\\]+)\\"/g)].map(([, pattern = '']) => pattern);
  expect(named.length).toBeGreaterThan(4);
  for (const pattern of named.flatMap((one) => one.split('|')))
    expect(rules.some(({ alert }) => new RegExp(`^(?:${pattern})$`).test(alert))).toBe(true);
});
