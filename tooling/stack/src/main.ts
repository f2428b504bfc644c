import { resolve } from 'node:path';
import { givenEnvironment } from './given-environment.ts';
import { runToEnd } from './run-to-end.ts';
import { startStack } from './stack.ts';
import { stopRequests, untilStopped } from './stop-request.ts';

const dataDir = resolve(process.env.DATA_DIR || '.data');
const stopRequest = stopRequests(dataDir);

async function run(): Promise<number> {
  const stack = await startStack({ env: givenEnvironment(process.env), dataDir, signal: stopRequest });
  if (stack.consoleUrl)
    process.stdout.write(
      `console ${stack.consoleUrl}\n` +
        '  to sign in, run this and open the link that it prints: npm run ops -- operators invite you@example.com --role admin\n',
    );
  process.stdout.write(`ready ${stack.baseUrl}\n`);
  const failure = await Promise.race([stack.failed, untilStopped(stopRequest)]);
  await stack.stop();
  if (failure) process.stderr.write(`${failure.message}\nAll other parts have been stopped.\n`);
  return failure ? 1 : 0;
}

await runToEnd(run);
