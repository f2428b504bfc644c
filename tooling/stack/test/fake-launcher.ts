// A launcher to be killed: starts a whole stack with stand-ins in the folder of its argument and stays.
import { startStack } from '../src/stack.ts';
import { fakeCommands } from './fake-commands.ts';

const stack = await startStack({
  dataDir: process.argv[2],
  commands: fakeCommands,
  env: process.env,
  warn: () => undefined,
});
process.stdout.write(`${JSON.stringify({ baseUrl: stack.baseUrl, databaseUrl: stack.databaseUrl })}\n`);
