import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const nodeMajor = 24;
const pnpmMajor = 12;

/** @typedef {{node: string, path: string}} Toolchain the Node to run, and a PATH with it and pnpm */

export class ToolchainMissing extends Error {
  constructor(message) {
    super(message);
    this.name = 'ToolchainMissing';
  }
}

// npm passes its configuration to child processes. Only the settings for access to the registry are kept: others
// would install into the wrong folder or cause warnings.
const usefulNpmSetting =
  /^npm_config_(?:registry|https?[_-]proxy|proxy|noproxy|cafile|ca|strict[_-]ssl|cache|userconfig|globalconfig|@|\/\/)/i;

/** @returns the environment without npm's variables, except those for access to the registry */
export function cleanEnvironment(env) {
  const entries = Object.entries(env).filter(
    ([name, value]) =>
      (!/^npm_/i.test(name) || usefulNpmSetting.test(name)) && !(/^npm_/i.test(name) && value === ''),
  );
  return Object.fromEntries(entries);
}

const majorOf = (version) => Number.parseInt(version, 10);

function installedPnpmMajor(path) {
  // Runs outside the repository, because pnpm would switch to the version in its package.json.
  const { stdout } = spawnSync('pnpm', ['--version'], {
    cwd: tmpdir(),
    encoding: 'utf8',
    env: { ...process.env, PATH: path },
  });
  return majorOf(stdout ?? '');
}

// The script of npx in npm's folder is available even if npx is not on the PATH.
function npxCommand(npmScript) {
  const isNpm = npmScript && /npm-cli\.[cm]?js$/.test(npmScript);
  return isNpm ? [process.execPath, join(dirname(npmScript), 'npx-cli.js')] : ['npx'];
}

function npxArguments(script) {
  return [
    '--yes',
    // Uses the cache first, so that later starts work offline.
    '--prefer-offline',
    // Both packages need their install scripts, which npm 12 skips by default. The narrower --allow-scripts
    // breaks the install that Node's package runs.
    '--ignore-scripts=false',
    '--dangerously-allow-all-scripts=true',
    // Fails soon without a network.
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
 * Fetches Node and pnpm into npm's cache with npx.
 * @returns {Toolchain}
 * @throws {ToolchainMissing} with npx's output and advice
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
  // Without install scripts npx falls back to this machine's Node.
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

/** @returns {Toolchain | null} this Node, or null if its version is wrong; pnpm may be missing */
export const withNode = (env) =>
  majorOf(process.versions.node) === nodeMajor
    ? { node: process.execPath, path: [dirname(process.execPath), env.PATH].join(delimiter) }
    : null;

/**
 * Finds Node 24 and pnpm 12, or fetches them with npx.
 * @returns {Toolchain}
 * @throws {ToolchainMissing} with advice
 */
export function findToolchain(cwd, env) {
  const here = withNode(env);
  return here && installedPnpmMajor(here.path) === pnpmMajor ? here : fetchToolchain(cwd, env);
}
