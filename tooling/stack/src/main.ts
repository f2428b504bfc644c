import { resolve } from 'node:path';
import { startStack } from './stack.ts';
import { StackError } from './stack-error.ts';
import { killDataDir } from './stack-recovery.ts';

const defaults = { PORT: '3000', UPSTREAM_PORT: '4010', SANDBOX_PORT: '4020', POSTGRES_PORT: '54320' };

// The terminal sends Ctrl-C to every process of its group, and npm passes it on once more. What arrives within
// this time of the first signal is the same key press; a later one means that waiting is over.
const sameKeyPressMs = 1000;

const dataDir = resolve(process.env.DATA_DIR || '.data');
const stopRequest = new AbortController();
let stopRequestedAt = 0;

function requestStop(): void {
  if (stopRequestedAt > 0) return;
  stopRequestedAt = Date.now();
  stopRequest.abort(new StackError('stopped', 'The start was interrupted'));
}

function onSignal(): void {
  if (stopRequestedAt === 0) {
    requestStop();
  } else if (Date.now() - stopRequestedAt > sameKeyPressMs) {
    killDataDir(dataDir);
    process.exit(130);
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
// Started with a channel, it must not outlive the program at the other end.
process.on('disconnect', requestStop);

function env(): Record<string, string | undefined> {
  const given = Object.entries(process.env).filter(([, value]) => value);
  return { ...defaults, ...Object.fromEntries(given) };
}

async function run(): Promise<number> {
  const stack = await startStack({ env: env(), dataDir, signal: stopRequest.signal });
  process.stdout.write(`ready ${stack.baseUrl}\n`);
  const asked = new Promise<null>((settle) => {
    if (stopRequest.signal.aborted) settle(null);
    stopRequest.signal.addEventListener('abort', () => settle(null), { once: true });
  });
  const failure = await Promise.race([stack.failed, asked]);
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
