// Runs a command of package.json's scripts with the right Node and pnpm: `run.mjs COMMAND ARGUMENTS…`. Needs only npm and
// Node 18 or later.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { CommandFailed } from './run-command.mjs';
import { findToolchain, ToolchainMissing, withNode } from './toolchain.mjs';
import { openWorkspace, root } from './workspace.mjs';

/** Runs a command on this terminal. @returns its exit code */
function run(command, args, env) {
  const child = spawn(command, args, { env, stdio: 'inherit' });
  // A terminal sends its signals to the command and to this process. Other senders signal only this process.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(signal ? 128 + constants.signals[signal] : code));
  });
}

async function main([command, ...args]) {
  const toolchain = (command === 'node' && withNode(process.env)) || findToolchain(root, process.env);
  const workspace = openWorkspace(toolchain, process.env);
  if (!existsSync(join(root, 'node_modules'))) await workspace.install();
  const PATH = [join(root, 'node_modules/.bin'), toolchain.path].join(delimiter);
  return run(command === 'node' ? toolchain.node : command, args, { ...workspace.env, PATH });
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof CommandFailed || error instanceof ToolchainMissing)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode || 1;
}
