/** Tests that the Dockerfile, docker-compose.yml and the servers are consistent. */
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

/** Names of the variables in the environment schema of an app. */
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
  it('gives each server only variables in its schema', () => {
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

  it('runs every service read-only, without capabilities or new privileges', () => {
    for (const [name, service] of services)
      expect(service, name).toMatchObject({
        read_only: true,
        tmpfs: expect.arrayContaining(['/tmp']),
        security_opt: ['no-new-privileges:true'],
        cap_drop: ['ALL'],
      });
  });

  it('publishes the site, the console and the stand-ins only on 127.0.0.1, and not the metrics or the database', () => {
    const published = services.flatMap(([name, { ports = [] }]) => ports.map((port) => `${name} ${port}`));
    expect(published).toEqual([
      `proxy $\{SITE_PORT:-127.0.0.1:3000}:8080`,
      'console 127.0.0.1:3001:3001',
      'sandbox 127.0.0.1:4020:4020',
    ]);
  });

  it('serves the console with a separate service, which starts only with its profile', () => {
    expect(compose.services.console).toMatchObject({
      profiles: ['console'],
      environment: { BFF_ROLE: 'console', CONSOLE_HOST: '0.0.0.0' },
      env_file: ['.env'],
    });
  });

  it('starts a service when the services that it depends on are healthy, and each of these has a health check', () => {
    const checked = services
      .filter(([, { build, healthcheck }]) => build || healthcheck)
      .map(([name]) => name);
    for (const [name, { depends_on = {} }] of services)
      for (const [needed, { condition }] of Object.entries(depends_on)) {
        expect(condition, `${name} needs ${needed}`).toBe('service_healthy');
        expect(checked).toContain(needed);
        // A service with a profile starts only on request, so no other service may depend on it.
        expect(compose.services[needed]?.profiles).toBeUndefined();
      }
  });

  it('mounts only existing files and folders', () => {
    const sources = services.flatMap(([, { volumes = [] }]) =>
      volumes.map((volume) => volume.split(':')[0] ?? ''),
    );
    for (const source of sources) {
      if (source.startsWith('.')) expect(existsSync(join(root, source)), source).toBe(true);
      else expect(Object.keys(compose.volumes)).toContain(source);
    }
  });

  it('agrees with .env.example and nginx.conf on host names, ports and trusted proxies', () => {
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
    // The header is replaced, not extended: exactly one proxy is trusted.
    expect(proxy).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
    expect(proxy).not.toContain('non_idempotent');
    // 0-RTT data can be replayed. The BFF compresses, so nginx must not.
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
  /** Runs the script with a stub of the image's entrypoint, which prints its arguments and the passwords. */
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

  it('have defaults only in a demonstration', () => {
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

  it('can be in files, whose paths are not passed to the entrypoint of the image', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'meridian-password-')), 'password');
    writeFileSync(file, 'of the file $1 "\n');
    const inFiles = Object.fromEntries(names.map((name) => [`${name}_FILE`, file]));
    expect(start(inFiles)).toMatchObject({
      status: 0,
      text: `postgres ${names.map(() => 'of the file $1 "').join(' ')} no file`,
    });
    rmSync(resolve(file, '..'), { recursive: true });
  });

  it('are read by the service, and the upstream connects with its own role', () => {
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

  it('fills every image from the content that the script makes, and sets a user other than root', () => {
    expect(dockerfile).toContain('RUN --mount=type=cache,target=/pnpm-store');
    expect(dockerfile).toContain('sh /source/deploy/image/make-content.sh /source /content');
    for (const target of targets)
      expect(dockerfile).toMatch(
        new RegExp(`FROM runtime AS ${target}\nCOPY --from=content /content/${target} \\./\n`),
      );
    expect([...dockerfile.matchAll(/^USER (.*)$/gm)].map(([, user]) => user)).toEqual([
      `${imageUser.uid}:${imageUser.gid}`,
      // The backup image has PostgreSQL's programs, and no server of this repository.
      'postgres',
    ]);
    expect(dockerfile).toContain(`CMD ["${commands.start}"]`);
    expect(dockerfile).toMatch(new RegExp(`HEALTHCHECK .* CMD \\["${commands.health}"\\]`));
    expect(dockerfile).toContain('ENTRYPOINT []');
    expect(dockerfile).toContain('STOPSIGNAL SIGTERM');
  });

  it('has all sources of the script in its build context, and no secrets', () => {
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

  it('sets the base image with one argument, and bases the backup image on the database image', () => {
    expect(dockerfile).toMatch(/^ARG BASE_IMAGE=node:24-.*slim$/m);
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
    expect(new Set(bases)).toEqual(new Set([`$\{BASE_IMAGE}`, 'runtime', compose.services.postgres?.image]));
  });

  it('starts servers with the Node options of the local stack, and with Node as the first process', () => {
    const start = read('deploy/image/common/start');
    expect(start).toContain(`\nexec node ${nodeFlags.join(' ')} main.js\n`);
    for (const [name, value] of Object.entries(allocatorSettings))
      expect(start).toContain(`export ${name}="$\{${name}:-${value}}"`);
  });

  it.each(targets)('checks the health of %s on its own port', (target) => {
    const health = read(`deploy/image/${target}/health`);
    expect(health).toContain(target === 'bff' ? '/readyz' : '/healthz');
    const [, variable = '', port = ''] = health.match(/\{ (\w+): port = '(\d+)' \}/) ?? [];
    expect(variablesOf(target)).toContain(variable);
    expect(dockerfile.split(`AS ${target}`)[1]?.match(/EXPOSE (\d+)/)?.[1]).toBe(port);
  });

  it('builds the BFF if no target is given', () => {
    expect([...dockerfile.matchAll(/^FROM .* AS (\w+)$/gm)].at(-1)?.[1]).toBe('bff');
  });
});
