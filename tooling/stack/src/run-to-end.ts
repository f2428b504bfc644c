import { StackError } from './stack-error.ts';

/**
 * Runs a launcher and sets the exit status: the launcher's result, 0 after a stop request, or 1 with a
 * message if the start failed.
 */
export async function runToEnd(run: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await run();
  } catch (error) {
    if (!(error instanceof StackError)) throw error;
    process.exitCode = error.code === 'stopped' ? 0 : 1;
    if (error.code !== 'stopped') process.stderr.write(`${error.message}\n`);
  }
  // An open channel would keep this process alive.
  if (process.connected) process.disconnect();
}
