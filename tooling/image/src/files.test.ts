/** The Dockerfile, the compose file and what they name fit each other and the servers. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { allocatorSettings, nodeFlags } from '@meridian/stack/node-settings';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseDockerIgnore } from './docker-ignore.ts';
import { parseDockerfile } from './dockerfile.ts';
import { parseEnvFile } from './env-file.ts';

const root = resolve(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

type Dependency = { condition: string };
type Service = {
  build?: { target: string };
  image?: string;
  environment?: Record<string, string>;
  env_file?: string[];
  ports?: string[];
  profiles?: string[];
  volumes?: string[];
  networks?: string[];
  depends_on?: Record<string, Dependency>;
  healthcheck?: object;
  read_only?: boolean;
  tmpfs?: string[];
  security_opt?: string[];
  cap_drop?: string[];
  stop_grace_period?: string;
};
type Compose = { services: Record<string, Service>; networks: object; volumes: object };

const composeText = read('docker-compose.yml');
const compose: Compose = parse(composeText, { merge: true });
const services = Object.entries(compose.services);
const { stages, arguments: buildArguments } = parseDockerfile(read('Dockerfile'));
const ignored = parseDockerIgnore(read('.dockerignore'));
const targets = ['bff', 'upstream', 'sandbox'];

/** The names in the schema of an app's environment, as its file writes them. */
function variablesOf(app: string): string[] {
  const names = [...read(`apps/${app}/src/env.ts`).matchAll(/^ {2}([A-Z][A-Z_]*): /gm)].map(
    ([, name = '']) => name,
  );
  expect(names.length).toBeGreaterThan(5);
  return names;
}

describe('the compose file', () => {
  it('is valid by the schema of the Compose Specification', () => {
    // It names its draft and its parts in ways that the validator does not know; nothing refers to these names.
    const text = read('tooling/image/compose-spec/compose-spec.json');
    const schema: object = JSON.parse(text, (key, value) =>
      key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
    );
    const validate = new Ajv2019({ strict: false, validateFormats: false, allErrors: true }).compile(schema);
    validate(compose);
    expect(validate.errors ?? []).toEqual([]);
    expect(validate({ services: { bff: { imagine: 'x' } } })).toBe(false);
  });

  it('gives each server variables that it knows', () => {
    for (const [name, { build, environment = {} }] of services) {
      if (!build) continue;
      expect(targets, name).toContain(build.target);
      for (const variable of Object.keys(environment))
        expect(variablesOf(build.target), name).toContain(variable);
    }
  });

  it('runs every service read-only, without rights, with a user of its image', () => {
    for (const [name, service] of services)
      expect(service, name).toMatchObject({
        read_only: true,
        tmpfs: expect.arrayContaining(['/tmp']),
        security_opt: ['no-new-privileges:true'],
        cap_drop: ['ALL'],
      });
  });

  it('publishes the site and the stand-ins, on this machine alone, and neither metrics nor the database', () => {
    const published = services.flatMap(([name, { ports = [] }]) => ports.map((port) => `${name} ${port}`));
    expect(published).toEqual([`proxy $\{SITE_PORT:-127.0.0.1:3000}:8080`, 'sandbox 127.0.0.1:4020:4020']);
  });

  it('waits for health where a service needs another, and each such service has a check', () => {
    const checked = services
      .filter(([, { build, healthcheck }]) => build || healthcheck)
      .map(([name]) => name);
    for (const [name, { depends_on = {} }] of services)
      for (const [needed, { condition }] of Object.entries(depends_on)) {
        expect(condition, `${name} needs ${needed}`).toBe('service_healthy');
        expect(checked).toContain(needed);
        // A profile that is not asked for would break whatever needs it.
        expect(compose.services[needed]?.profiles).toBeUndefined();
      }
  });

  it('mounts only what is there', () => {
    const sources = services.flatMap(([, { volumes = [] }]) =>
      volumes.map((volume) => volume.split(':')[0] ?? ''),
    );
    for (const source of sources) {
      if (source.startsWith('.')) expect(existsSync(join(root, source)), source).toBe(true);
      else expect(Object.keys(compose.volumes)).toContain(source);
    }
  });

  it('agrees with .env.example and the proxy about names, ports and who is believed', () => {
    const env = parseEnvFile(read('.env.example'));
    const proxy = read('deploy/nginx/nginx.conf');
    const hostOf = (name: string) => new URL(env[name] ?? '').hostname;
    for (const name of ['DATABASE_URL', 'UPSTREAM_URL', 'RAZORPAY_API_URL', 'ZOHO_ACCOUNTS_URL'])
      expect(Object.keys(compose.services)).toContain(hostOf(name));
    expect(env).toMatchObject({
      PORT: '3000',
      HOST: '0.0.0.0',
      TRUST_PROXY: '1',
      PUBLIC_URL: 'http://127.0.0.1:3000',
    });
    expect(proxy).toContain('set $bff bff;');
    expect(proxy).toContain('proxy_pass http://$bff:3000;');
    // Replaced, so that one proxy is all there is to believe.
    expect(proxy).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
    expect(proxy).not.toContain('non_idempotent');
    const { username, password } = new URL(env.DATABASE_URL ?? '');
    expect({ username, password }).toEqual({ username: 'bff', password: 'demo-bff' });
    expect(env.ASSETS_KEEP_DIR).toBe(compose.services.bff?.volumes?.[0]?.split(':')[1]);
  });
});

describe('13.21 the passwords of PostgreSQL', () => {
  const script = join(root, 'deploy/postgres/start.sh');
  const names = ['POSTGRES_PASSWORD', 'BFF_DATABASE_PASSWORD', 'UPSTREAM_DATABASE_PASSWORD'];
  const chosen = { POSTGRES_PASSWORD: 'a', BFF_DATABASE_PASSWORD: 'b', UPSTREAM_DATABASE_PASSWORD: 'c' };
  /** Runs the script with a stand-in for the image's own, which shows what it was given. */
  function start(env: Record<string, string>) {
    const folder = mkdtempSync(join(tmpdir(), 'meridian-start-'));
    const own = join(folder, 'docker-entrypoint.sh');
    writeFileSync(own, `#!/bin/sh\necho "$*" ${names.map((name) => `"$${name}"`).join(' ')}\n`, {
      mode: 0o755,
    });
    const PATH = `${folder}:${process.env.PATH}`;
    const ran = spawnSync('sh', [script, 'postgres'], { env: { PATH, ...env }, encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    return { status: ran.status, text: ran.stdout.trim(), faults: ran.stderr };
  }

  it('13.21 are known beforehand in a demonstration alone', () => {
    expect(start({ APP_ENV: 'demo' })).toMatchObject({
      status: 0,
      text: 'postgres demo-owner demo-bff demo-upstream',
    });
    for (const APP_ENV of ['production', 'staging', ''])
      expect(start({ APP_ENV }).faults).toContain('POSTGRES_PASSWORD is not set');
    for (const name of names) {
      const refused = start({ APP_ENV: 'production', ...chosen, [name]: '' });
      expect(refused).toMatchObject({ status: 1, text: '' });
      expect(refused.faults).toContain(`${name} is not set`);
    }
    expect(start({ APP_ENV: 'production', ...chosen })).toMatchObject({ status: 0, text: 'postgres a b c' });
  });

  it('13.21 are asked for by the service, which no server uses the superuser of', () => {
    const { environment = {} } = compose.services.postgres ?? {};
    for (const name of names) expect(environment[name]).toBe(`$\{${name}:-}`);
    expect(environment.APP_ENV).toBe(`$\{APP_ENV:-production}`);
    expect(compose.services.upstream?.environment?.UPSTREAM_DATABASE_URL).toMatch(
      /^postgresql:\/\/upstream:/,
    );
  });
});

describe('the Dockerfile', () => {
  it('copies only what is there and gets into the build', () => {
    const copied = stages.flatMap(({ instructions }) =>
      instructions.flatMap(({ name, flags, words }) =>
        name === 'COPY' && !flags.from ? words.slice(0, -1) : [],
      ),
    );
    expect(copied.length).toBeGreaterThan(5);
    for (const path of copied) {
      expect(existsSync(join(root, path)), path).toBe(true);
      expect(ignored(path), path).toBe(false);
    }
    expect(copied).toEqual(
      expect.arrayContaining(
        ['apps', 'packages'].flatMap((folder) =>
          readdirSync(join(root, folder)).map((name) => `${folder}/${name}/package.json`),
        ),
      ),
    );
    for (const path of ['.env', '.git', '.data', 'apps/bff/.env', 'node_modules'])
      expect(ignored(path)).toBe(true);
  });

  it('takes its base image from one argument, and the pnpm of this repository', () => {
    expect(buildArguments).toEqual({ BASE_IMAGE: expect.stringMatching(/^node:24-.*slim$/) });
    const names = stages.map(({ name }) => name);
    for (const { base } of stages) expect([`$\{BASE_IMAGE}`, ...names]).toContain(base);
    const manifest: { packageManager: string } = JSON.parse(read('package.json'));
    expect(read('Dockerfile')).toContain(`npm install --global ${manifest.packageManager}`);
  });

  it.each(targets)('runs %s as no root, with the settings of the stack, in exec form', (target) => {
    const stage = stages.find(({ name }) => name === target);
    const runtime = stages.find(({ name }) => name === 'runtime')?.instructions ?? [];
    expect(stage?.base).toBe('runtime');
    const one = (name: string) => stage?.instructions.find((instruction) => instruction.name === name);
    expect(one('CMD')).toMatchObject({
      exec: true,
      words: ['node', ...nodeFlags, `apps/${target}/dist/main.js`],
    });
    expect(one('HEALTHCHECK')).toMatchObject({
      exec: true,
      words: ['node', '-e', expect.stringContaining(target === 'bff' ? '/readyz' : '/healthz')],
    });
    const env = runtime.flatMap(({ name, words }) => (name === 'ENV' ? words : []));
    expect(env).toEqual(
      expect.arrayContaining(Object.entries(allocatorSettings).map(([name, value]) => `${name}=${value}`)),
    );
    expect(runtime.find(({ name }) => name === 'USER')?.words).toEqual(['1000:1000']);
  });

  it('makes the BFF where no target is named', () => {
    expect(stages.at(-1)?.name).toBe('bff');
  });
});
