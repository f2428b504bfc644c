/**
 * Builds the images' content with the Dockerfile's script and runs it without a container engine: pages and
 * a lead on read-only trees, graceful shutdown with a request in progress, two restores of a backup. On failure, prints
 * the reason and exits with status 1.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Postgres } from '@meridian/stack/postgres';
import { removeDataDir, temporaryDataDir } from '@meridian/stack/temporary-folder';
import { archiveAll, backUp, query, restore, startArchived } from './archived-postgres.ts';
import { type Engine, openEngine } from './container.ts';
import { commands, filesOf, type Images, makeImages } from './images.ts';
import { type Product, startProduct } from './product.ts';
import { readConsole, readPages, seeDelivered, sendLead, slowUpstream } from './visit.ts';

const context = resolve(import.meta.dirname, '../..');
/** Docker's default grace period between SIGTERM and SIGKILL. */
const stopLimitMs = 10_000;
const first = 'first@example.com';
const inProgress = 'under-way@example.com';
const restorePoint = 'before_the_second_lead';

const startedAt = Date.now();
function say(text: string): void {
  process.stdout.write(`${((Date.now() - startedAt) / 1000).toFixed(1).padStart(5)} s  ${text}\n`);
}

/** Checks that the required files exist, and no build or test files. */
function runChecks(images: Images): void {
  for (const image of Object.values(images)) {
    const files = filesOf(image);
    const shipped = ['health', 'main.js', 'package.json', 'start', `apps/${image.name}/dist/main.js`];
    for (const file of shipped) assert.ok(files.includes(file), `${image.name} has ${file}`);
    const unwanted = /(?:^|\/)(?:node_modules|src|\.git|\.env)(?:\/|$)|\.test\.|\.tsx?$/;
    assert.deepEqual(
      files.filter((file) => unwanted.test(file)),
      [],
      `${image.name} has no libraries, sources, tests or secrets`,
    );
    say(`${image.name} has ${files.length} files`);
  }
  assert.ok(filesOf(images.bff).includes('ops'), 'bff has the operator’s command');
}

const leadsOf = (url: string) =>
  query<{ email: string }>(url, 'SELECT email FROM leads ORDER BY received_at');

/** Stops all servers, the web server during a call of the upstream: the visitor must still get an answer. */
async function stopInProgress(product: Product): Promise<void> {
  const slow = await slowUpstream(product);
  const answer = sendLead(product, inProgress);
  await slow.struck();
  const stopped = product.web.stop();
  assert.equal(await answer, 1, 'the request in progress is answered');
  for (const [name, ended] of [
    ['web', await stopped],
    ['worker', await product.worker.stop()],
    ['console', await product.console.stop()],
    ['upstream', await product.upstream.stop()],
    ['sandbox', await product.sandbox.stop()],
  ] as const) {
    assert.deepEqual(
      { code: ended.code, signal: ended.signal },
      { code: 0, signal: null },
      `${name} exits with status 0`,
    );
    assert.ok(ended.tookMs < stopLimitMs, `${name} took ${ended.tookMs} ms to end`);
    say(`${name} ended with 0, ${ended.tookMs} ms after SIGTERM`);
  }
  assert.equal(product.web.isHealthy(), false, 'the health check fails after the stop');
  const active = "SELECT count(*)::int AS jobs FROM pgboss.job WHERE state = 'active'";
  const [held] = await query<{ jobs: number }>(product.bffEnv.DATABASE_URL ?? '', active);
  assert.equal(held?.jobs, 0, 'no job is active after the servers have ended');
}

function ops(
  engine: Engine,
  images: Images,
  product: Product,
  databaseUrl: string,
  ...args: string[]
): string {
  const env = { ...product.bffEnv, DATABASE_URL: databaseUrl };
  const { status, text } = engine.run(images.bff, [commands.ops, ...args], env);
  assert.equal(status, 0, `./ops ${args.join(' ')}: ${text}`);
  return text;
}

async function run(engine: Engine, images: Images, folder: string, servers: Postgres[]): Promise<void> {
  const postgres = await startArchived(folder);
  servers.push(postgres);
  const databases = { bff: postgres.url('bff'), upstream: postgres.url('upstream') };
  say('PostgreSQL runs and archives its WAL');

  const migration = engine.run(images.bff, [commands.ops, 'migrate'], { DATABASE_URL: databases.bff });
  assert.equal(migration.status, 0, migration.text);
  say(`./ops migrate: ${migration.text}`);

  const faulty = engine.run(images.bff, [commands.start], { PORT: 'x' });
  assert.equal(faulty.status, 1);
  assert.match(faulty.text, /PORT: must be a port number[\s\S]*DATABASE_URL: is required/);
  say('the BFF refuses invalid settings and names them');

  const product = await startProduct(engine, images, databases, {
    context,
    keepDir: join(folder, 'kept-assets'),
  });
  say('upstream, sandbox, web, worker and console run read-only under the images’ user');
  const probe = engine.run(
    images.bff,
    ['/bin/sh', '-c', 'test "$(id -u)" != 0 && ! touch probe apps/bff/dist/main.js'],
    {},
  );
  assert.equal(probe.status, 0, 'the user of the image is not root, and cannot write');
  await readPages(product);
  say('the home page, a course and a script are served');
  await readConsole(product);
  say('the console is served');
  assert.equal(await sendLead(product, first), 1, 'a lead is accepted');
  await seeDelivered(product, first);
  say('a lead has reached the upstream and, through the worker, the CRM');

  await backUp(postgres, folder);
  await query(databases.bff, `SELECT pg_create_restore_point('${restorePoint}')`);
  say('a backup is taken while all servers run');
  await stopInProgress(product);
  await archiveAll(postgres);
  await postgres.stop();

  const whole = await restore(postgres, folder, 'restored');
  servers.push(whole);
  assert.deepEqual(await leadsOf(whole.url('bff')), [{ email: first }, { email: inProgress }]);
  assert.match(ops(engine, images, product, whole.url('bff'), 'migrate'), /was up to date/);
  say(`restored to the last commit: both leads are there. ./ops leads:`);
  say(ops(engine, images, product, whole.url('bff'), 'leads').replaceAll('\n', '\n         '));
  await whole.stop();
  const earlier = await restore(postgres, folder, 'restored-earlier', restorePoint);
  servers.push(earlier);
  assert.deepEqual(await leadsOf(earlier.url('bff')), [{ email: first }]);
  say('restored to the restore point: only the first lead is there');
}

const folder = await temporaryDataDir();
const target = mkdtempSync(join(tmpdir(), 'image-'));
chmodSync(target, 0o755);
const servers: Postgres[] = [];
let engine: Engine | undefined;
try {
  const images = await makeImages(context, target);
  say('the content of the images is built');
  runChecks(images);
  engine = openEngine(target);
  await run(engine, images, folder, servers);
  say('all checks of the images passed');
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
} finally {
  engine?.killAll();
  for (const server of servers) await server.stop();
  await removeDataDir(folder);
  // Without root, the files in read-only folders cannot be deleted.
  spawnSync('chmod', ['-R', 'u+w', target]);
  rmSync(target, { recursive: true, force: true });
}
