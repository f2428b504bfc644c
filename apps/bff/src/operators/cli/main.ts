/** Entry point of the operator's command. */
import { longDeadlines, withDeadlines } from '../../platform/database/connection/deadlines.ts';
import { withSecretFiles } from '../../platform/settings/secret-files.ts';
import { runOps } from './run.ts';

// Ignores EPIPE (`ops … | head`), so that the command finishes and keeps its exit status.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
const print = (line: string) => process.stdout.write(`${line}\n`);

try {
  // Longer deadlines than for requests of visitors, because commands do larger work.
  process.exitCode = await withDeadlines(longDeadlines, () =>
    runOps(process.argv.slice(2), withSecretFiles(process.env), print),
  );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
