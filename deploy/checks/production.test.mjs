/** Tests limits, secrets, ports and settings of compose.production.yml. */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { secretSettings } from '../../apps/bff/src/platform/settings/secret-files.ts';
import { variables } from '../../apps/bff/src/platform/settings/variables.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path) => readFileSync(join(root, path), 'utf8');

const text = read('compose.production.yml');
const compose = parse(text, { merge: true });
const services = Object.entries(compose.services);
const example = parseEnv(read('.env.production.example'));
const caddyfile = read('deploy/caddy/Caddyfile');

const megabytes = (limit) => Number(limit.match(/^(\d+)m$/)?.[1]);

describe('every service', () => {
  it.each(services)(
    '%s has memory and log limits, and no capability that it does not need',
    (name, service) => {
      expect(service).toMatchObject({
        restart: 'unless-stopped',
        read_only: true,
        security_opt: ['no-new-privileges:true'],
        cap_drop: ['ALL'],
        logging: { options: { 'max-size': '10m', 'max-file': '5' } },
        mem_limit: expect.stringMatching(/^\d+m$/),
      });
      expect(service.cap_add, name).toEqual(name === 'caddy' ? ['NET_BIND_SERVICE'] : undefined);
    },
  );

  it('uses an image of MERIDIAN_VERSION that a release builds, except Caddy and PostgreSQL', () => {
    for (const [name, { image, build }] of services) {
      expect(build, name).toBeUndefined();
      if (['caddy', 'postgres'].includes(name)) continue;
      expect(image).toMatch(new RegExp(`^\\$\\{MERIDIAN_REGISTRY.*\\}/${name}:\\$\\{MERIDIAN_VERSION.*\\}$`));
      expect(read('Dockerfile')).toContain(` AS ${name}\n`);
      expect(read('.github/workflows/release.yml')).toContain(`target: ${name}\n`);
    }
  });

  it('fits into 2 GB, even while a second BFF runs the migrations', () => {
    const limits = services.map(([, { mem_limit }]) => megabytes(mem_limit));
    const sum = limits.reduce((total, limit) => total + limit, 0);
    expect(sum).toBeLessThanOrEqual(1536);
    expect(sum + megabytes(compose.services.bff.mem_limit)).toBeLessThan(2048);
  });
});

it('publishes only ports 80 and 443', () => {
  const published = services.filter(([, { ports }]) => ports).map(([name, { ports }]) => [name, ports]);
  expect(published).toEqual([['caddy', ['80:80', '443:443', '443:443/udp']]]);
  expect(compose.networks.database).toEqual({ internal: true });
  expect(compose.services.postgres.networks).toEqual(['database']);
});

it('mounts only files that exist or that the how-to creates, and mounts them read-only', () => {
  const made = ['./content', './instance'];
  for (const [, { volumes = [] }] of services)
    for (const volume of volumes) {
      const [source, , mode] = volume.split(':');
      if (!source.startsWith('.')) expect(Object.keys(compose.volumes)).toContain(source);
      else {
        expect(mode, volume).toBe('ro');
        expect(made.includes(source) || existsSync(join(root, source)), volume).toBe(true);
      }
    }
  const guide = read('docs/how-to/deploy-on-one-machine.md');
  expect(guide).toContain('cp -R apps/upstream/content content');
  expect(guide).toContain('cp -R instances/meridian instance');
});

describe('settings', () => {
  it('have a line in .env.production.example if the Compose file uses them', () => {
    const asked = new Set([...text.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name));
    expect(Object.keys(example)).toEqual(expect.arrayContaining([...asked]));
    expect(example.COMPOSE_FILE).toBe('compose.production.yml');
    const known = [...asked, 'COMPOSE_FILE', ...Object.keys(variables.shape)];
    expect(known).toEqual(expect.arrayContaining(Object.keys(example)));
  });

  it('of the BFF exist, and the secret ones come only from files', () => {
    const { environment } = compose.services.bff;
    const known = [...Object.keys(variables.shape), ...secretSettings.map((name) => `${name}_FILE`)];
    expect(known).toEqual(expect.arrayContaining(Object.keys(environment)));
    for (const name of secretSettings) {
      expect(environment).not.toHaveProperty(name);
      expect(example).not.toHaveProperty(name);
    }
  });

  it('of the proxy are the variables of its Caddyfile', () => {
    const asked = new Set([...caddyfile.matchAll(/\{\$([A-Z_]+)\}/g)].map(([, name]) => name));
    expect([...asked].sort()).toEqual(Object.keys(compose.services.caddy.environment).sort());
  });
});

describe('secrets', () => {
  it('are files, and each service lists exactly the files that its settings name', () => {
    for (const [name, { environment = {}, secrets = [] }] of services) {
      const named = Object.values(environment).filter((value) => value.startsWith('/run/secrets/'));
      expect(named.map((path) => path.replace('/run/secrets/', '')).sort(), name).toEqual(
        [...secrets].sort(),
      );
      for (const variable of Object.keys(environment))
        expect(variable, name).not.toMatch(/PASSWORD$|SECRET$|TOKEN$|DATABASE_URL$/);
    }
    for (const [name, { file }] of Object.entries(compose.secrets)) expect(file).toBe(`./secrets/${name}`);
    expect(read('.gitignore')).toContain('/secrets/\n');
  });

  it('are all made by the script, which keeps passwords and keys unless .env contains new ones', () => {
    const folder = mkdtempSync(join(tmpdir(), 'meridian-secrets-'));
    cpSync(join(root, 'deploy/secrets.sh'), join(folder, 'deploy/secrets.sh'));
    const secret = (name) => readFileSync(join(folder, 'secrets', name), 'utf8');
    const make = () => spawnSync('sh', [join(folder, 'deploy/secrets.sh')], { encoding: 'utf8' });

    expect(make().stdout).toContain('to fill in: secrets/razorpay_key_secret\n');
    expect(readdirSync(join(folder, 'secrets')).sort()).toEqual(Object.keys(compose.secrets).sort());
    expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700);
    const password = secret('bff_database_password');
    expect(password).toMatch(/^[0-9a-f]{48}$/);
    expect(secret('database_url')).toBe(`postgresql://bff:${password}@postgres:5432/bff`);

    writeFileSync(join(folder, 'secrets/razorpay_key_secret'), 'of Razorpay');
    writeFileSync(join(folder, 'secrets/upstream_database_password'), 'changed');
    expect(make().stdout).not.toContain('razorpay_key_secret');
    expect(secret('bff_database_password')).toBe(password);
    expect(secret('razorpay_key_secret')).toBe('of Razorpay');
    expect(secret('upstream_database_url')).toBe('postgresql://upstream:changed@postgres:5432/upstream');

    const env = () => readFileSync(join(folder, '.env'), 'utf8');
    writeFileSync(
      join(folder, '.env'),
      "SITE_DOMAIN=\nPUBLIC_URL=https://academy.example\nCONSOLE_URL='https://desk.academy.example/'\nSMTP_URL='smtp://a:b@c'\n",
    );
    expect(make().stdout).toMatch(/^to fill in: ACME_EMAIL in .env$/m);
    expect(env()).toBe('SITE_DOMAIN=academy.example\nCONSOLE_DOMAIN=desk.academy.example\n');
    expect(secret('smtp_url')).toBe('smtp://a:b@c');
    rmSync(folder, { recursive: true });
  });
});
