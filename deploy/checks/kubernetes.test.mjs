// Tests that deploy/kubernetes/base is consistent with itself, the settings and the servers. These files were never
// applied to a cluster.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, 'deploy/kubernetes/base');
const read = (path) => readFileSync(join(root, path), 'utf8');

const { resources: files, images } = parse(read('deploy/kubernetes/base/kustomization.yaml'));
const documents = files.flatMap((name) => parseAllDocuments(readFileSync(join(folder, name), 'utf8')));
const resources = documents.map((document) => document.toJS());
const find = (kind, name) =>
  resources.find((resource) => resource.kind === kind && resource.metadata.name === name);
const servers = ['web', 'worker', 'console'];

it('kubernetes: the kustomization lists every file, and every file is valid YAML', () => {
  expect([...files, 'kustomization.yaml'].toSorted()).toEqual(readdirSync(folder).toSorted());
  expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
  const ids = resources.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
  expect(ids.toSorted()).toEqual([...new Set(ids)].toSorted());
});

it('kubernetes: services, network policies and disruption budgets select existing pods', () => {
  const pods = resources.flatMap(({ spec }) => (spec?.template ? [spec.template] : []));
  const carries = (labels) =>
    pods.some(({ metadata }) =>
      Object.entries(labels).every(([name, value]) => metadata.labels[name] === value),
    );
  for (const { kind, spec } of resources) {
    if (kind === 'Service') expect(carries(spec.selector)).toBe(true);
    if (kind === 'NetworkPolicy') expect(carries(spec.podSelector.matchLabels)).toBe(true);
    if (kind === 'PodDisruptionBudget') expect(carries(spec.selector.matchLabels)).toBe(true);
  }
});

it('kubernetes: the servers get only known settings, among them URLs, role and the port of the metrics', () => {
  const known = [...read('.env.example').matchAll(/^([A-Z\d_]+)=/gm)].map(([, name]) => name);
  const { data } = find('ConfigMap', 'bff');
  for (const name of servers) {
    const [{ env }] = find('Deployment', name).spec.template.spec.containers;
    const given = [...Object.keys(data), ...env.map((variable) => variable.name)];
    expect(given.filter((variable) => !known.includes(variable))).toEqual([]);
    expect(given).toEqual(
      expect.arrayContaining(['APP_ENV', 'PUBLIC_URL', 'UPSTREAM_URL', 'BFF_ROLE', 'METRICS_PORT']),
    );
  }
});

it('kubernetes: the console is reached on its own port, and only its replicas have its secret', () => {
  const [container] = find('Deployment', 'console').spec.template.spec.containers;
  const settings = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
  // The default address accepts connections only from inside the pod.
  expect(settings).toMatchObject({ BFF_ROLE: 'console', CONSOLE_HOST: '0.0.0.0' });
  const own = container.ports.find(({ name }) => name === 'console');
  expect(own.containerPort).toBe(3001);
  const [entrance] = find('NetworkPolicy', 'console-from-ingress').spec.ingress;
  expect(entrance.ports).toEqual([{ port: 'console' }]);
  expect(find('Service', 'console').spec.ports).toEqual([
    { name: 'console', port: 80, targetPort: 'console' },
  ]);
  expect(find('ConfigMap', 'bff').data.CONSOLE_URL).toMatch(/^https:/);
  const holdersOf = (secret) =>
    resources
      .filter(({ spec }) => JSON.stringify(spec?.template ?? {}).includes(`"${secret}"`))
      .map(({ metadata }) => metadata.name);
  expect(holdersOf('bff-console')).toEqual(['console', 'migrate']);
  expect(holdersOf('bff-owner')).toEqual(['migrate']);
});

it('kubernetes: a server has time to exit before it is killed', () => {
  for (const name of servers) {
    const pod = find('Deployment', name).spec.template.spec;
    const waits = pod.containers[0].lifecycle?.preStop.sleep.seconds ?? 0;
    // docs/how-to/deploy-images.md promises 9 s.
    expect(pod.terminationGracePeriodSeconds - waits).toBeGreaterThan(9);
  }
});

it('kubernetes: the image has a tag, and the files contain no Secret', () => {
  expect(images).toEqual([expect.objectContaining({ name: 'meridian/bff', newTag: expect.any(String) })]);
  expect(resources.filter(({ kind }) => kind === 'Secret')).toEqual([]);
});
