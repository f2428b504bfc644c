// A launcher that tests kill: starts a stack of fake apps in the data folder given as its argument.
import { startStack } from '../src/stack.ts';
import { fakeCommands } from './fake-commands.ts';

const stack = await startStack({
  dataDir: process.argv[2],
  commands: fakeCommands,
  env: process.env,
  warn: () => undefined,
});
process.stdout.write(`${JSON.stringify({ baseUrl: stack.baseUrl, databaseUrl: stack.databaseUrl })}\n`);
