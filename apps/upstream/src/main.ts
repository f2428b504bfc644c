import { readEnvironment } from './env.ts';
import { startUpstream } from './start.ts';

const stopTimeoutMs = 10_000;

async function serve(): Promise<void> {
  // A signal while the start waits for the database ends the wait. There is nothing to stop gracefully then.
  const waiting = new AbortController();
  const endWait = () => waiting.abort();
  process.once('SIGTERM', endWait);
  process.once('SIGINT', endWait);

  try {
    const upstream = await startUpstream(readEnvironment(process.env), { signal: waiting.signal });
    process.off('SIGTERM', endWait);
    process.off('SIGINT', endWait);
    process.stdout.write(`upstream ${upstream.url}\n`);

    const stop = async () => {
      // A request without a response must not block the shutdown.
      setTimeout(() => process.exit(1), stopTimeoutMs).unref();
      await upstream.stop();
      process.exit(0);
    };
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
  } catch (error) {
    if (!waiting.signal.aborted) {
      process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
      process.exitCode = 1;
    }
  }
}

await serve();
