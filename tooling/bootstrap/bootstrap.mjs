// Entry point of `npm start`, `npm test` and `npm run dev`. Needs only npm and Node 18 or later, and no dependencies.
// Fetches everything else, including the right Node.

import { runChecks } from './run-checks.mjs';
import { CommandFailed, forwardSignals } from './run-command.mjs';
import { findToolchain, ToolchainMissing } from './toolchain.mjs';
import { openWorkspace, root } from './workspace.mjs';

async function launch(workspace, program) {
  try {
    await workspace.node([program], { channel: true });
    return 0;
  } catch (error) {
    // The command printed its own error.
    if (error instanceof CommandFailed) return error.exitCode;
    throw error;
  }
}

async function start(workspace) {
  const initialised = workspace
    .node(['tooling/stack/src/initialise.ts'], { outputFile: 'ignore' })
    .catch(() => undefined);
  await workspace.build();
  await initialised;
  return launch(workspace, 'tooling/stack/src/main.ts');
}

const dev = (workspace) => launch(workspace, 'tooling/dev/src/main.ts');

const commands = { start, dev, test: runChecks };

async function main([name = '', ...args]) {
  const command = Object.hasOwn(commands, name) ? commands[name] : null;
  if (!command) {
    console.error(`Unknown command "${name}": use ${Object.keys(commands).join(' or ')}`);
    return 2;
  }
  forwardSignals();
  const workspace = openWorkspace(findToolchain(root, process.env), process.env);
  await workspace.install();
  return command(workspace, args);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof CommandFailed || error instanceof ToolchainMissing)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode || 1;
}
