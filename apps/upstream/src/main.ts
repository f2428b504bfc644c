import { readEnvironment } from './env.ts';
import { startUpstream } from './start.ts';

const stopTimeoutMs = 10_000;

try {
  const upstream = await startUpstream(readEnvironment(process.env));
  process.stdout.write(`upstream ${upstream.url}\n`);

  const stop = async () => {
    // A hanging request must not block shutdown.
    setTimeout(() => process.exit(1), stopTimeoutMs).unref();
    await upstream.stop();
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
