import { StackError } from './stack-error.ts';

/**
 * Runs a launcher's main function and sets the exit status: its result, 0 where a stop was requested, and 1 with the
 * message where the stack did not start.
 */
export async function runToEnd(run: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await run();
  } catch (error) {
    if (!(error instanceof StackError)) throw error;
    process.exitCode = error.code === 'stopped' ? 0 : 1;
    if (error.code !== 'stopped') process.stderr.write(`${error.message}\n`);
  }
  // The channel to the launcher would keep this process alive.
  if (process.connected) process.disconnect();
}
