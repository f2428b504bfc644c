import { createWriteStream, existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';

// Everything a service says goes to its own file, the terminal gets only what someone should act on: lines of
// its standard error, and log records from the level "warn" (40 in pino's numbers) upwards.
const warnLevel = 40;

export type ServiceLog = {
  path: string;
  output: (line: string) => void;
  error: (line: string) => void;
  close: () => Promise<void>;
};

function warningOf(line: string): string | null {
  if (!line.startsWith('{')) return null;
  try {
    const record: unknown = JSON.parse(line);
    if (typeof record !== 'object' || record === null) return null;
    if (!('level' in record) || typeof record.level !== 'number' || record.level < warnLevel) return null;
    const error =
      'err' in record && record.err instanceof Object && 'message' in record.err && record.err.message;
    const message = 'msg' in record ? record.msg : '';
    return [message, error].filter((part) => part && typeof part === 'string').join(': ') || line;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/**
 * Opens `<dataDir>/logs/<name>.log`; the log of the previous start is kept beside it.
 *
 * @param warn gets the lines for the terminal, prefixed with the name
 */
export function openServiceLog(dataDir: string, name: string, warn: (line: string) => void): ServiceLog {
  const folder = join(dataDir, 'logs');
  const path = join(folder, `${name}.log`);
  mkdirSync(folder, { recursive: true });
  if (existsSync(path)) renameSync(path, join(folder, `${name}.previous.log`));
  // A log may hold what visitors typed.
  const file = createWriteStream(path, { flags: 'a', mode: 0o600 });
  file.on('error', (error) => warn(`[${name}] its log ${path} cannot be written: ${error.message}`));
  return {
    path,
    output(line) {
      file.write(`${line}\n`);
      const warning = warningOf(line);
      if (warning) warn(`[${name}] ${warning}`);
    },
    error(line) {
      file.write(`${line}\n`);
      warn(`[${name}] ${line}`);
    },
    close: () => new Promise((resolve) => file.end(resolve)),
  };
}
