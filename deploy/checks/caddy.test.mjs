/**
 * Tests Caddy with the Caddyfile of compose.production.yml and local certificates. The tests start and stop the
 * servers behind Caddy.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../tooling/stack/src/free-port.ts';

const caddyfile = resolve(import.meta.dirname, '../caddy/Caddyfile');
const names = { SITE_DOMAIN: 'site.test', CONSOLE_DOMAIN: 'console.test', ACME_EMAIL: 'me@site.test' };

/** Caddy before 2.11.2 cannot resend a form after a refused connection. */
function hasCaddy() {
  const { stdout, error } = spawnSync('caddy', ['version'], { encoding: 'utf8' });
  const [major, minor, patch] = error ? [0, 0, 0] : (stdout.match(/\d+/g) ?? []).map(Number);
  if (major * 1e6 + minor * 1e3 + patch >= 2_011_002) return true;
  const sentence = 'caddy 2.11.2 or later not found (image caddy:2.11-alpine)';
  if (process.env.REQUIRE_PROGRAMS) throw new Error(sentence);
  process.stderr.write(`skipped the tests of the proxy: ${sentence}\n`);
  return false;
}

describe.skipIf(!hasCaddy())('the proxy of compose.production.yml', () => {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-caddy-'));
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  const ports = {};
  const running = [];
  /** Bodies that the servers received. */
  const got = [];
  /** Number of health checks that were answered with 503 because the server is stopping. */
  let turnedAway = 0;
  let caddy;

  /** Starts a server in place of the BFF. It answers with its name and the X-Forwarded-For header that it got. */
  async function start(name, port) {
    const server = createServer(async (request, answer) => {
      if (request.url === '/readyz' && server.isStopping) {
        answer.writeHead(503).end();
        turnedAway += 1;
        return;
      }
      let body = '';
      for await (const chunk of request) body += chunk;
      got.push(body);
      answer.setHeader('x-frame-options', 'DENY');
      answer.end(JSON.stringify({ name, forwarded: request.headers['x-forwarded-for'] }));
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    running.push(server);
    return server;
  }

  /** @returns status, headers and text of the response, or the error code */
  function ask(host, { method = 'GET', path = '/', body, headers = {}, plain = false } = {}) {
    return new Promise((done) => {
      const options = { host: '127.0.0.1', method, path, headers: { host, ...headers } };
      const sent = plain
        ? httpRequest({ ...options, port: ports.http })
        : httpsRequest({ ...options, port: ports.https, agent, servername: host, rejectUnauthorized: false });
      sent.on('error', ({ code }) => done({ status: code }));
      sent.on('response', async (answer) => {
        let text = '';
        for await (const chunk of answer.setEncoding('utf8')) text += chunk;
        done({ status: answer.statusCode, headers: answer.headers, text });
      });
      sent.end(body);
    });
  }

  beforeAll(async () => {
    for (const name of ['http', 'https', 'site', 'console']) ports[name] = await freePort();
    const env = { ...process.env, ...names, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    const adapted = spawnSync('caddy', ['adapt', '--config', caddyfile], { env, encoding: 'utf8' });
    expect(adapted.stderr).not.toMatch(/"level":"(warn|error)"|^Error/m);
    const config = JSON.parse(
      adapted.stdout
        .replace('"bff:3000"', `"127.0.0.1:${ports.site}"`)
        .replace('"bff:3001"', `"127.0.0.1:${ports.console}"`)
        .replaceAll('"port":3000', `"port":${ports.site}`),
    );
    config.admin = { disabled: true };
    config.apps.http.http_port = ports.http;
    config.apps.http.https_port = ports.https;
    config.apps.http.servers.srv0.listen = [`127.0.0.1:${ports.https}`];
    for (const policy of config.apps.tls.automation.policies) policy.issuers = [{ module: 'internal' }];
    config.apps.pki = { certificate_authorities: { local: { install_trust: false } } };
    writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
    await start('site', ports.site);
    await start('console', ports.console);
    caddy = spawn('caddy', ['run', '--config', join(folder, 'config.json')], { env, stdio: 'ignore' });
    while ((await ask(names.SITE_DOMAIN)).status !== 200) await sleep(50);
    while ((await ask(names.CONSOLE_DOMAIN)).status !== 200) await sleep(50);
    while ((await ask(`www.${names.SITE_DOMAIN}`)).status !== 301) await sleep(50);
  });

  afterAll(async () => {
    agent.destroy();
    caddy?.kill();
    if (caddy?.exitCode === null) await once(caddy, 'exit');
    for (const server of running) server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('serves site and console only at their host names', async () => {
    expect(JSON.parse((await ask('site.test')).text)).toMatchObject({ name: 'site' });
    expect(JSON.parse((await ask('console.test')).text)).toMatchObject({ name: 'console' });
    expect((await ask('other.test')).status).not.toBe(200);
  });

  it('redirects http to https and www to the site, and keeps path and query', async () => {
    const insecure = await ask('site.test', { path: '/a?b=1', plain: true });
    expect(insecure.status).toBe(308);
    expect(insecure.headers.location).toMatch(/^https:\/\/site\.test(:\d+)?\/a\?b=1$/);
    const www = await ask('www.site.test', { path: '/a?b=1' });
    expect(www).toMatchObject({ status: 301, headers: { location: 'https://site.test/a?b=1' } });
  });

  it("replaces X-Forwarded-For with the visitor's IP address, keeps security headers and removes Server", async () => {
    const { headers, text } = await ask('site.test', { headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect(JSON.parse(text).forwarded).toBe('127.0.0.1');
    expect(headers).toMatchObject({ 'x-frame-options': 'DENY' });
    expect(headers).not.toHaveProperty('server');
  });

  it('holds requests that arrive while the BFF is replaced, and sends each of them once', async () => {
    for (const name of ['second', 'third']) {
      const old = running.find((server) => server.address()?.port === ports.site);
      await new Promise((done) => old.close(done));
      const sent = Array.from({ length: 20 }, (_, number) =>
        ask('site.test', number % 2 ? { method: 'POST', body: `${name} ${number}` } : {}),
      );
      // In this time, several of Caddy's attempts to connect are refused.
      await sleep(600);
      got.length = 0;
      await start(name, ports.site);
      const answers = await Promise.all(sent);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      expect(answers.map(({ text }) => JSON.parse(text).name)).toEqual(answers.map(() => name));
      expect(got.filter(Boolean).sort()).toEqual(
        [1, 3, 5, 7, 9, 11, 13, 15, 17, 19].map((number) => `${name} ${number}`).sort(),
      );
    }
  });

  it('sends no more requests to a BFF that answers its health check with 503', async () => {
    const old = running.find((server) => server.address()?.port === ports.site);
    turnedAway = 0;
    old.isStopping = true;
    // When Caddy sends the second check, it has read the answer to the first.
    while (turnedAway < 2) await sleep(50);
    got.length = 0;
    const sent = Array.from({ length: 20 }, (_, number) =>
      ask('site.test', { method: 'POST', body: `waits ${number}` }),
    );
    await sleep(600);
    expect(got.filter(Boolean)).toEqual([]);
    await new Promise((done) => old.close(done));
    await start('next', ports.site);
    const answers = await Promise.all(sent);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(got.filter(Boolean)).toHaveLength(20);
  });
});
