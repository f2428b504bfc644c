import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const nodeMajor = 24;
const pnpmMajor = 12;

/** @typedef {{node: string, path: string}} Toolchain the Node to run, and the search path that finds it and pnpm */

export class ToolchainMissing extends Error {
  constructor(message) {
    super(message);
    this.name = 'ToolchainMissing';
  }
}

// npm describes the run it is in to its children. Only what says how to reach a registry is true for another run
// as well; the rest would misplace what npx and pnpm install, or make them warn of settings they do not know.
const usefulNpmSetting =
  /^npm_config_(?:registry|https?[_-]proxy|proxy|noproxy|cafile|ca|strict[_-]ssl|cache|userconfig|globalconfig|@|\/\/)/i;

/** The environment without npm's description of its own run. */
export function cleanEnvironment(env) {
  const entries = Object.entries(env).filter(
    ([name, value]) =>
      (!/^npm_/i.test(name) || usefulNpmSetting.test(name)) && !(/^npm_/i.test(name) && value === ''),
  );
  return Object.fromEntries(entries);
}

const majorOf = (version) => Number.parseInt(version, 10);

function installedPnpmMajor(path) {
  // Outside of the repository: inside, pnpm would turn itself into the version that package.json names.
  const { stdout } = spawnSync('pnpm', ['--version'], {
    cwd: tmpdir(),
    encoding: 'utf8',
    env: { ...process.env, PATH: path },
  });
  return majorOf(stdout ?? '');
}

// npm names its own script, which is there even where no npx is on the search path.
function npxCommand(npmScript) {
  const isNpm = npmScript && /npm-cli\.[cm]?js$/.test(npmScript);
  return isNpm ? [process.execPath, join(dirname(npmScript), 'npx-cli.js')] : ['npx'];
}

function npxArguments(script) {
  return [
    '--yes',
    // What was fetched once starts without asking the registry again, also without a network.
    '--prefer-offline',
    // Both packages put their program in place with an install script, which npm 12 does not run unasked. It has
    // a narrower switch, --allow-scripts, but the install that Node's package starts in turn stumbles over that.
    '--ignore-scripts=false',
    '--dangerously-allow-all-scripts=true',
    // Without a network the answer should come soon.
    '--fetch-retries=1',
    '--fetch-retry-mintimeout=1000',
    '--loglevel=error',
    `--package=node@${nodeMajor}`,
    `--package=pnpm@${pnpmMajor}`,
    '--',
    'node',
    script,
  ];
}

/**
 * Lets npx fetch Node and pnpm into npm's cache.
 *
 * @returns {Toolchain}
 * @throws {ToolchainMissing} with what npx says and what a person can do
 */
export function fetchToolchain(cwd, env) {
  const script = fileURLToPath(new URL('print-toolchain.mjs', import.meta.url));
  const [command, ...first] = npxCommand(env.npm_execpath);
  const result = spawnSync(command, [...first, ...npxArguments(script)], {
    cwd,
    env: cleanEnvironment(env),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const fetched = result.status === 0 ? JSON.parse(result.stdout) : null;
  // Where no script may run npx is content with the Node of this machine, whatever it is.
  if (fetched && majorOf(fetched.version) === nodeMajor) return fetched;
  const said = `${result.stderr ?? ''}${result.stdout ?? ''}`.trim();
  const reason =
    result.error?.message ?? (said || 'npx gives no reason; npm keeps a log in its cache, in _logs.');
  throw new ToolchainMissing(
    `Node ${nodeMajor} and pnpm ${pnpmMajor} are needed, and npx could not fetch them:\n\n${reason}\n\n` +
      'Check that this machine reaches the npm registry (network, proxy, npm’s "registry" setting), ' +
      `or install Node ${nodeMajor} and pnpm ${pnpmMajor} yourself.`,
  );
}

/**
 * Finds Node 24 and pnpm 12, and lets npx fetch them where the machine lacks one of them.
 *
 * @returns {Toolchain}
 * @throws {ToolchainMissing} with what a person can do
 */
export function findToolchain(cwd, env) {
  const path = [dirname(process.execPath), env.PATH].join(delimiter);
  const complete = majorOf(process.versions.node) === nodeMajor && installedPnpmMajor(path) === pnpmMajor;
  return complete ? { node: process.execPath, path } : fetchToolchain(cwd, env);
}
