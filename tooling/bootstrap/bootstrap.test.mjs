import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { specsFor } from './changes.mjs';
import { runChecks } from './run-checks.mjs';
import { readPlaywrightReport, readVitestReport } from './test-reports.mjs';
import { cleanEnvironment, fetchToolchain, ToolchainMissing } from './toolchain.mjs';

let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bootstrap-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function report(content) {
  const path = join(folder, 'report.json');
  writeFileSync(path, JSON.stringify(content));
  return path;
}

describe('the report of Vitest', () => {
  const counts = { numPassedTests: 7, numFailedTests: 2, numPendingTests: 1 };
  const file = { name: '/a.test.ts', startTime: 1_000, endTime: 3_500, status: 'passed' };

  it('contains counts and the time of each file', () => {
    expect(readVitestReport(report({ ...counts, testResults: [file] }))).toEqual({
      passed: 7,
      failed: 2,
      times: [{ file: '/a.test.ts', seconds: 2.5 }],
      failures: [],
    });
  });

  it('contains failed tests, and files that did not load', () => {
    const results = [
      { fullName: 'an order is paid', status: 'passed', failureMessages: [] },
      { fullName: 'an order is refunded', status: 'failed', failureMessages: ['Error: expected 1'] },
    ];
    const testResults = [
      { ...file, status: 'failed', assertionResults: results },
      { ...file, name: '/b.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] },
    ];
    expect(readVitestReport(report({ ...counts, testResults })).failures).toEqual([
      { file: '/a.test.ts', name: 'an order is refunded', error: 'Error: expected 1' },
      { file: '/b.test.ts', name: '', error: 'Cannot find module' },
    ]);
  });

  it('is refused if its counts are missing', () => {
    expect(() => readVitestReport(report({}))).toThrow(TypeError);
  });
});

describe('the report of Playwright', () => {
  const stats = { expected: 3, flaky: 1, unexpected: 2, skipped: 5 };
  const config = { rootDir: '/specs' };
  const spec = (title, durations, message) => ({
    title,
    ok: message === undefined,
    tests: [{ results: durations.map((duration) => ({ duration, errors: message ? [{ message }] : [] })) }],
  });

  it('contains counts, the time of each file over all attempts, and failed tests', () => {
    const inner = { specs: [spec('a form is sent', [1_500], 'Error: timeout')] };
    const suites = [{ file: 'a.spec.ts', specs: [spec('a page opens', [500, 1_000])], suites: [inner] }];
    expect(readPlaywrightReport(report({ config, suites, stats }))).toEqual({
      passed: 4,
      failed: 2,
      times: [{ file: '/specs/a.spec.ts', seconds: 3 }],
      failures: [{ file: '/specs/a.spec.ts', name: 'a form is sent', error: 'Error: timeout' }],
    });
  });

  it('is refused if its counts are missing', () => {
    expect(() => readPlaywrightReport(report({}))).toThrow(TypeError);
  });
});

it('keeps only those variables of npm that give access to the registry', () => {
  const kept = {
    PATH: '/bin',
    npm_config_registry: 'https://r',
    npm_config_https_proxy: 'http://p',
    npm_config_cache: '/c',
  };
  const dropped = {
    npm_lifecycle_event: 'start',
    npm_config_local_prefix: '/x',
    npm_package_name: 'm',
    npm_config_noproxy: '',
  };
  expect(cleanEnvironment({ ...kept, ...dropped })).toEqual(kept);
});

/** Runs a Node script; resolves with its result. */
function runNode(args, env) {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

const script = (path) => new URL(path, import.meta.url).pathname;

it('says what to do when npx cannot fetch the tools', () => {
  const registry = { npm_config_registry: 'http://127.0.0.1:9', npm_config_cache: folder };
  const fetching = () => fetchToolchain(folder, { PATH: process.env.PATH, ...registry });
  expect(fetching).toThrow(ToolchainMissing);
  expect(fetching).toThrow(
    /Node 24 and pnpm 12 are needed[\s\S]*Check that this machine reaches the npm registry/,
  );
});

it('runs a script’s command with the right Node, without pnpm on the PATH', async () => {
  const print = 'console.log(process.versions.node, process.env.PATH, process.argv[1]); process.exit(3)';
  const { code, output } = await runNode([script('run.mjs'), 'node', '-e', print, 'word'], { PATH: '/bin' });
  expect(code).toBe(3);
  expect(output).toMatch(/^24\.\S+ \S+node_modules\/\.bin:\S+:\/bin word\n$/);
});

it('refuses an unknown command', async () => {
  const { code, output } = await runNode([script('bootstrap.mjs'), 'deploy'], {});
  expect(code).toBe(2);
  expect(output).toContain('use start or dev or test');
});

it('names the variable of a taken port when the stack is started from the command line', async () => {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const PORT = String(server.address().port);
  const { code, output } = await runNode([script('../stack/src/main.ts')], {
    PORT,
    DATA_DIR: folder,
    DATABASE_URL: '',
    UPSTREAM_URL: '',
  });
  expect(code).toBe(1);
  expect(output).toMatch(new RegExp(`Port ${PORT} is taken.*set PORT`));
  await new Promise((resolve) => server.close(resolve));
});

describe('the browser tests of a change', () => {
  it('are the changed specs, and the specs that cover the changed parts', () => {
    expect(specsFor(['e2e/specs/back.spec.ts'])).toEqual(['back']);
    expect(specsFor(['apps/web/src/app/app.tsx'])).toEqual(['smoke', 'user-journey']);
    expect(specsFor(['packages/ui/src/button.tsx', 'apps/console/src/main.tsx'])).toEqual([
      'smoke',
      'user-journey',
      'console-live',
    ]);
  });

  it('are none if the browser runs none of the changed files', () => {
    expect(specsFor(['apps/bff/src/main.ts', 'apps/web/src/app/app.test.tsx', 'docs/a.md'])).toEqual([]);
  });

  it.each(specsFor(['packages/ui/src/button.tsx']))('exist: %s', (name) => {
    expect(existsSync(script(`../../e2e/specs/${name}.spec.ts`))).toBe(true);
  });
});

it.each([
  [['--seed', 'x'], '--seed needs a whole number'],
  [['--chnged'], "Unknown option '--chnged'"],
])('refuses %j, and prints the usage', async (args, message) => {
  await expect(runChecks(null, args)).rejects.toThrow(message);
  await expect(runChecks(null, args)).rejects.toThrow('npm test -- [--changed] [--seed NUMBER]');
});
