/** Dockerfile, compose file and servers are consistent. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { commands, imageUser } from '../../lab/images/images.ts';
import { allocatorSettings, nodeFlags } from '../../tooling/stack/src/node-settings.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path) => readFileSync(join(root, path), 'utf8');

const composeText = read('docker-compose.yml');
const compose = parse(composeText, { merge: true });
const services = Object.entries(compose.services);
const targets = ['bff', 'upstream', 'sandbox'];

/** Variables in the schema of an app's environment. */
function variablesOf(app) {
  const files =
    app === 'bff' ? ['platform/settings/variables.ts', 'platform/settings/console.ts'] : ['env.ts'];
  const names = files.flatMap((file) =>
    [...read(`apps/${app}/src/${file}`).matchAll(/^ {2}([A-Z][A-Z_]*): /gm)].map(([, name = '']) => name),
  );
  expect(names.length).toBeGreaterThan(5);
  return names;
}

describe('the compose file', () => {
  it('gives each server variables that it knows', () => {
    for (const [name, { build, environment = {} }] of services) {
      if (!build) continue;
      expect(targets, name).toContain(build.target);
      for (const variable of Object.keys(environment))
        expect(variablesOf(build.target), name).toContain(variable);
    }
  });

  it('limits the log of every service', () => {
    const files = [compose, parse(read('deploy/backup/compose.yml'))];
    const ran = files.flatMap((file) => Object.entries(file.services).filter(([, { image }]) => image));
    expect(ran.length).toBeGreaterThan(services.length);
    for (const [name, { logging }] of ran)
      expect(logging?.options, name).toMatchObject({ 'max-size': '10m', 'max-file': '5' });
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

  it('publishes the site, the console and the stand-ins, on this machine alone, and neither metrics nor the database', () => {
    const published = services.flatMap(([name, { ports = [] }]) => ports.map((port) => `${name} ${port}`));
    expect(published).toEqual([
      `proxy $\{SITE_PORT:-127.0.0.1:3000}:8080`,
      'console 127.0.0.1:3001:3001',
      'sandbox 127.0.0.1:4020:4020',
    ]);
  });

  it('serves the console by a service of its own, which is not started unasked', () => {
    expect(compose.services.console).toMatchObject({
      profiles: ['console'],
      environment: { BFF_ROLE: 'console', CONSOLE_HOST: '0.0.0.0' },
      env_file: ['.env'],
    });
  });

  it('waits for health if a service needs another, and each such service has a check', () => {
    const checked = services
      .filter(([, { build, healthcheck }]) => build || healthcheck)
      .map(([name]) => name);
    for (const [name, { depends_on = {} }] of services)
      for (const [needed, { condition }] of Object.entries(depends_on)) {
        expect(condition, `${name} needs ${needed}`).toBe('service_healthy');
        expect(checked).toContain(needed);
        // A service in a profile would be missing for those that depend on it.
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
    const env = parseEnv(read('.env.example'));
    const proxy = read('deploy/nginx/nginx.conf');
    const hostOf = (name) => new URL(env[name] ?? '').hostname;
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
    // Replaced, not appended: exactly one trusted proxy.
    expect(proxy).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
    expect(proxy).not.toContain('non_idempotent');
    // The TLS of the same server: 0-RTT could be replayed, and the BFF compresses.
    expect(proxy).toContain('include /etc/nginx/tls/*.conf;');
    expect(read('deploy/nginx/tls.conf')).toMatch(/ssl_early_data off;[\s\S]*gzip off;/);
    const logins = [env.DATABASE_OWNER_URL, env.DATABASE_URL, env.DATABASE_CONSOLE_URL].map((address) => {
      const { username, password } = new URL(address ?? '');
      return `${username}:${password}`;
    });
    expect(logins).toEqual(['bff_owner:demo-bff-owner', 'bff:demo-bff', 'bff_console:demo-bff-console']);
    expect(env.ASSETS_KEEP_DIR).toBe(compose.services.bff?.volumes?.[0]?.split(':')[1]);
  });
});

describe('the passwords of PostgreSQL', () => {
  const script = join(root, 'deploy/postgres/start.sh');
  const names = [
    'POSTGRES_PASSWORD',
    'BFF_OWNER_PASSWORD',
    'BFF_DATABASE_PASSWORD',
    'BFF_CONSOLE_PASSWORD',
    'UPSTREAM_DATABASE_PASSWORD',
  ];
  const chosen = Object.fromEntries(names.map((name) => [name, `${name} of production`]));
  /** Runs the script with a stub that prints its arguments. */
  function start(env) {
    const folder = mkdtempSync(join(tmpdir(), 'meridian-start-'));
    const own = join(folder, 'docker-entrypoint.sh');
    writeFileSync(
      own,
      `#!/bin/sh\necho "$*" ${names.map((name) => `"$${name}"`).join(' ')} "\${POSTGRES_PASSWORD_FILE:-no file}"\n`,
      {
        mode: 0o755,
      },
    );
    const PATH = `${folder}:${process.env.PATH}`;
    const ran = spawnSync('sh', [script, 'postgres'], { env: { PATH, ...env }, encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    return { status: ran.status, text: ran.stdout.trim(), faults: ran.stderr };
  }

  it('are known beforehand in a demonstration alone', () => {
    expect(start({ APP_ENV: 'demo' })).toMatchObject({
      status: 0,
      text: 'postgres demo-owner demo-bff-owner demo-bff demo-bff-console demo-upstream no file',
    });
    for (const APP_ENV of ['production', 'staging', ''])
      expect(start({ APP_ENV }).faults).toContain('POSTGRES_PASSWORD is not set');
    for (const name of names) {
      const refused = start({ APP_ENV: 'production', ...chosen, [name]: '' });
      expect(refused).toMatchObject({ status: 1, text: '' });
      expect(refused.faults).toContain(`${name} is not set`);
    }
    expect(start({ APP_ENV: 'production', ...chosen })).toMatchObject({
      status: 0,
      text: `postgres ${names.map((name) => chosen[name]).join(' ')} no file`,
    });
  });

  it('may be in files, which the image is not told of', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'meridian-password-')), 'password');
    writeFileSync(file, 'of the file $1 "\n');
    const inFiles = Object.fromEntries(names.map((name) => [`${name}_FILE`, file]));
    expect(start(inFiles)).toMatchObject({
      status: 0,
      text: `postgres ${names.map(() => 'of the file $1 "').join(' ')} no file`,
    });
    rmSync(resolve(file, '..'), { recursive: true });
  });

  it('are asked for by the service, which no server uses the superuser of', () => {
    const { environment = {} } = compose.services.postgres ?? {};
    for (const name of names) expect(environment[name]).toBe(`$\{${name}:-}`);
    expect(environment.APP_ENV).toBe(`$\{APP_ENV:-production}`);
    expect(compose.services.upstream?.environment?.UPSTREAM_DATABASE_URL).toMatch(
      /^postgresql:\/\/upstream:/,
    );
  });
});

describe('the Dockerfile', () => {
  const dockerfile = read('Dockerfile');
  const script = read('deploy/image/make-content.sh');

  it('makes every image from what the script makes, for a user that is not root', () => {
    expect(dockerfile).toContain('RUN --mount=type=cache,target=/pnpm-store');
    expect(dockerfile).toContain('sh /source/deploy/image/make-content.sh /source /content');
    for (const target of targets)
      expect(dockerfile).toMatch(
        new RegExp(`FROM runtime AS ${target}\nCOPY --from=content /content/${target} \\./\n`),
      );
    expect([...dockerfile.matchAll(/^USER (.*)$/gm)].map(([, user]) => user)).toEqual([
      `${imageUser.uid}:${imageUser.gid}`,
      // Of the image for backups, which has PostgreSQL's programs and not ours.
      'postgres',
    ]);
    expect(dockerfile).toContain(`CMD ["${commands.start}"]`);
    expect(dockerfile).toMatch(new RegExp(`HEALTHCHECK .* CMD \\["${commands.health}"\\]`));
    expect(dockerfile).toContain('ENTRYPOINT []');
    expect(dockerfile).toContain('STOPSIGNAL SIGTERM');
  });

  it('has everything that the script takes, and no secrets, in its context', () => {
    const allowed = read('.dockerignore')
      .split('\n')
      .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));
    const taken =
      script
        .match(/-cf \S+ \\\n(.*)\n/)?.[1]
        ?.trim()
        .split(' ') ?? [];
    expect(taken).toContain('pnpm-lock.yaml');
    for (const path of taken) expect(existsSync(join(root, path)), path).toBe(true);
    expect([...allowed].sort()).toEqual([...taken, 'deploy/image', 'THIRD-PARTY-NOTICES.md'].sort());
    expect(read('.dockerignore').split('\n')).toEqual(
      expect.arrayContaining(['*', '**/node_modules', '**/dist', '**/.env']),
    );
  });

  it('takes its base image from one argument, and that of backups is the database', () => {
    expect(dockerfile).toMatch(/^ARG BASE_IMAGE=node:24-.*slim$/m);
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
    expect(new Set(bases)).toEqual(new Set([`$\{BASE_IMAGE}`, 'runtime', compose.services.postgres?.image]));
  });

  it('starts servers with the settings of the stack, Node being the first process', () => {
    const start = read('deploy/image/common/start');
    expect(start).toContain(`\nexec node ${nodeFlags.join(' ')} main.js\n`);
    for (const [name, value] of Object.entries(allocatorSettings))
      expect(start).toContain(`export ${name}="$\{${name}:-${value}}"`);
  });

  it.each(targets)('asks %s whether it is well, at its own port', (target) => {
    const health = read(`deploy/image/${target}/health`);
    expect(health).toContain(target === 'bff' ? '/readyz' : '/healthz');
    const [, variable = '', port = ''] = health.match(/\{ (\w+): port = '(\d+)' \}/) ?? [];
    expect(variablesOf(target)).toContain(variable);
    expect(dockerfile.split(`AS ${target}`)[1]?.match(/EXPOSE (\d+)/)?.[1]).toBe(port);
  });

  it('makes the BFF if no target is named', () => {
    expect([...dockerfile.matchAll(/^FROM .* AS (\w+)$/gm)].at(-1)?.[1]).toBe('bff');
  });
});
