import { createWriteStream, existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';

// Each service logs to its own file. The terminal shows stderr lines, and log records of level warn (40) or
// above.
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
 * Opens `<dataDir>/logs/<name>.log`. Keeps the log of the previous start.
 * @param warn gets the terminal's lines, prefixed with the name
 */
export function openServiceLog(dataDir: string, name: string, warn: (line: string) => void): ServiceLog {
  const folder = join(dataDir, 'logs');
  const path = join(folder, `${name}.log`);
  mkdirSync(folder, { recursive: true });
  if (existsSync(path)) renameSync(path, join(folder, `${name}.previous.log`));
  // Logs may contain visitors' input.
  const file = createWriteStream(path, { flags: 'a', mode: 0o600 });
  file.on('error', (error) => warn(`[${name}] The log ${path} cannot be written: ${error.message}`));
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
