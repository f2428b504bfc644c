// deploy/kubernetes fits this project, as kustomize renders it. That it fits the API is checked by the workflow.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, 'deploy/kubernetes');
const read = (path) => readFileSync(join(root, path), 'utf8');
const resourcesOf = (text) => parseAllDocuments(text).map((document) => document.toJS());

/** kubectl has kustomize in it. */
const canRender = !spawnSync('kubectl', ['kustomize', '--help']).error;
if (!canRender && process.env.REQUIRE_PROGRAMS) throw new Error('kubectl not found');
if (!canRender) process.stderr.write('skipped, that the overlays render: kubectl not found\n');

function render(overlay) {
  const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', join(folder, overlay)], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return resourcesOf(stdout);
}

describe.skipIf(!canRender)('22 kubernetes: rendered', () => {
  const overlays = canRender ? { demo: render('demo'), production: render('production') } : {};
  const find = (overlay, kind, name) =>
    overlays[overlay].find((resource) => resource.kind === kind && resource.metadata.name === name);

  it.each(['demo', 'production'])('22 kubernetes: %s selects only what it has', (overlay) => {
    const pods = overlays[overlay].flatMap(({ spec }) => (spec?.template ? [spec.template] : []));
    const carries = (labels) =>
      pods.some(({ metadata }) =>
        Object.entries(labels).every(([name, value]) => metadata.labels[name] === value),
      );
    for (const { kind, spec } of overlays[overlay]) {
      if (kind === 'Service') expect(carries(spec.selector)).toBe(true);
      if (kind === 'NetworkPolicy') expect(carries(spec.podSelector.matchLabels)).toBe(true);
      if (kind === 'PodDisruptionBudget') expect(carries(spec.selector.matchLabels)).toBe(true);
    }
  });

  it('22 kubernetes: the BFF gets settings that exist, and every one that it needs', () => {
    const known = [...read('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
    for (const overlay of ['demo', 'production']) {
      const { data } = find(overlay, 'ConfigMap', 'bff');
      const [{ env }] = find(overlay, 'Deployment', 'web').spec.template.spec.containers;
      const given = [...Object.keys(data), ...env.map(({ name }) => name)];
      expect(given.filter((name) => !known.includes(name) && name !== 'DATABASE_PASSWORD')).toEqual([]);
      expect(given).toEqual(
        expect.arrayContaining(['APP_ENV', 'PUBLIC_URL', 'UPSTREAM_URL', 'BFF_ROLE', 'METRICS_PORT']),
      );
    }
    for (const secret of ['bff', 'bff-console']) {
      const names = Object.keys(find('demo', 'Secret', secret).data);
      expect(names.filter((name) => !known.includes(name))).toEqual([]);
    }
  });

  it('22 kubernetes: the console is reached on its own port, and only its replicas have its secret', () => {
    for (const overlay of ['demo', 'production']) {
      const [container] = find(overlay, 'Deployment', 'console').spec.template.spec.containers;
      const settings = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
      // On the default address it would answer inside the pod alone.
      expect(settings).toMatchObject({ BFF_ROLE: 'console', CONSOLE_HOST: '0.0.0.0' });
      const own = container.ports.find(({ name }) => name === 'console');
      expect(own.containerPort).toBe(3001);
      const [entrance] = find(overlay, 'NetworkPolicy', 'console-from-ingress').spec.ingress;
      expect(entrance.ports).toEqual([{ port: 'console' }]);
      expect(find(overlay, 'Service', 'console').spec.ports).toEqual([
        { name: 'console', port: 80, targetPort: 'console' },
      ]);
      expect(find(overlay, 'ConfigMap', 'bff').data.CONSOLE_URL).toMatch(/^https:|^http:\/\/localhost/);
      const holders = overlays[overlay]
        .filter(({ spec }) => JSON.stringify(spec?.template ?? {}).includes('bff-console'))
        .map(({ metadata }) => metadata.name);
      expect(holders).toEqual(['console']);
    }
    expect(JSON.stringify(find('production', 'Ingress', 'web'))).not.toContain('console');
  });

  it('22 kubernetes: a server has time to end by itself', () => {
    for (const name of ['web', 'worker', 'console']) {
      const pod = find('production', 'Deployment', name).spec.template.spec;
      const waits = pod.containers[0].lifecycle?.preStop.sleep.seconds ?? 0;
      // docs/operations.md promises 9 s.
      expect(pod.terminationGracePeriodSeconds - waits).toBeGreaterThan(9);
    }
  });

  it('22 kubernetes: no image of ours is without a version in production, and nothing secret is in it', () => {
    const text = JSON.stringify(overlays.production);
    expect(text).not.toMatch(/"image":"meridian/);
    expect(overlays.production.filter(({ kind }) => kind === 'Secret')).toEqual([]);
  });
});

it('22 kubernetes: the autoscalers ask for metrics that the adapter provides', () => {
  const { rules } = parse(read('deploy/kubernetes/prometheus-adapter.yaml'));
  const provided = [...rules.custom, ...rules.external].map(({ name }) => name.as);
  const asked = readdirSync(join(folder, 'base'))
    .flatMap((name) => resourcesOf(read(`deploy/kubernetes/base/${name}`)))
    .filter(({ kind }) => kind === 'HorizontalPodAutoscaler')
    .flatMap(({ spec }) =>
      spec.metrics.map((metric) => (metric.pods ?? metric.external)?.metric.name).filter(Boolean),
    );
  expect(asked.length).toBe(2);
  for (const name of asked) expect(provided).toContain(name);
});
