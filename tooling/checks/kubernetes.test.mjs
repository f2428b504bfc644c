// deploy/kubernetes fits the API: every resource as it is written, and each overlay as kustomize renders it.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { kubernetesFaults } from './kubernetes-schema.mjs';

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, 'deploy/kubernetes');
const read = (path) => readFileSync(join(root, path), 'utf8');
const resourcesOf = (text) => parseAllDocuments(text).map((document) => document.toJS());

const written = ['base', 'demo', 'production'].flatMap((place) =>
  readdirSync(join(folder, place))
    .filter((name) => name !== 'kustomization.yaml')
    .flatMap((name) => resourcesOf(readFileSync(join(folder, place, name), 'utf8'))),
);
const writtenResource = (kind, name) =>
  structuredClone(written.find((resource) => resource.kind === kind && resource.metadata.name === name));

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

const seconds = 1_000;
const slow = { timeout: 60 * seconds };

it('22 kubernetes: every resource has the fields of its kind and no others', slow, () => {
  expect(written.length).toBeGreaterThan(20);
  expect(kubernetesFaults(written)).toEqual([]);
});

it('22 kubernetes: a misspelt field is found, wherever it is, and a missing one', slow, () => {
  const web = writtenResource('Deployment', 'web');
  web.spec.template.spec.containers[0].readinessProb = web.spec.template.spec.containers[0].readinessProbe;
  const worker = writtenResource('Deployment', 'worker');
  delete worker.spec.selector;
  const cluster = writtenResource('Cluster', 'bff-database');
  cluster.spec.postgresql.synchronous.dataDurabilty = 'required';
  const monitor = writtenResource('ServiceMonitor', 'bff');
  monitor.spec.endpoints[0].intervall = '15s';
  const backup = writtenResource('Cluster', 'bff-database');
  // As a library of types calls it, and the API does not.
  backup.spec.plugins[0].isWalArchiver = true;
  const operators = writtenResource('Deployment', 'console');
  operators.spec.template.spec.containers[0].envFrom[2].secretReff = { name: 'bff-console' };
  const store = writtenResource('ObjectStore', 'bff-backups');
  store.spec.configuration.destination = 's3://x';
  const faults = kubernetesFaults([
    web,
    worker,
    operators,
    cluster,
    backup,
    monitor,
    store,
    { apiVersion: 'v2', kind: 'Pod' },
  ]);
  expect(faults.toSorted()).toEqual([
    expect.stringMatching(/^Cluster bff-database: .*dataDurabilty/),
    expect.stringMatching(/^Cluster bff-database: .*isWalArchiver/),
    expect.stringMatching(/^Deployment console: .*secretReff/),
    expect.stringMatching(/^Deployment web: .*readinessProb\W/),
    expect.stringMatching(/^Deployment worker: .*selector/),
    expect.stringMatching(/^ObjectStore bff-backups: .*destination\W/),
    'Pod (no name): v2 is not known here',
    expect.stringMatching(/^ServiceMonitor bff: .*intervall/),
  ]);
});

describe.skipIf(!canRender)('22 kubernetes: rendered', () => {
  const overlays = canRender ? { demo: render('demo'), production: render('production') } : {};
  const find = (overlay, kind, name) =>
    overlays[overlay].find((resource) => resource.kind === kind && resource.metadata.name === name);

  it('22 kubernetes: both overlays fit the API', slow, () => {
    expect(kubernetesFaults([...overlays.demo, ...overlays.production])).toEqual([]);
  });

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
  const { rules } = parse(readFileSync(join(folder, 'prometheus-adapter.yaml'), 'utf8'));
  const provided = [...rules.custom, ...rules.external].map(({ name }) => name.as);
  const asked = written
    .filter(({ kind }) => kind === 'HorizontalPodAutoscaler')
    .flatMap(({ spec }) =>
      spec.metrics.map((metric) => (metric.pods ?? metric.external)?.metric.name).filter(Boolean),
    );
  expect(asked.length).toBe(2);
  for (const name of asked) expect(provided).toContain(name);
});
