import { resolve } from 'node:path';
import { givenEnvironment } from './given-environment.ts';
import { startStack } from './stack.ts';
import { StackError } from './stack-error.ts';
import { stopRequests, untilStopped } from './stop-request.ts';

const dataDir = resolve(process.env.DATA_DIR || '.data');
const stopRequest = stopRequests(dataDir);

async function run(): Promise<number> {
  const stack = await startStack({ env: givenEnvironment(process.env), dataDir, signal: stopRequest });
  process.stdout.write(`ready ${stack.baseUrl}\n`);
  const failure = await Promise.race([stack.failed, untilStopped(stopRequest)]);
  await stack.stop();
  if (failure) process.stderr.write(`${failure.message}\nEverything else has been stopped.\n`);
  return failure ? 1 : 0;
}

try {
  process.exitCode = await run();
} catch (error) {
  if (!(error instanceof StackError)) throw error;
  process.exitCode = error.code === 'stopped' ? 0 : 1;
  if (error.code !== 'stopped') process.stderr.write(`${error.message}\n`);
}
// The channel to the launcher would keep this process alive.
if (process.connected) process.disconnect();
