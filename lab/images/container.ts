import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ImageError } from './image-error.ts';
import { commands, type Image, imageUser } from './images.ts';

export type Environment = Record<string, string>;

export type Ended = { code: number | null; signal: NodeJS.Signals | null; tookMs: number };

export type Container = {
  /** Last output lines, for error messages. */
  lastLines: () => string;
  /** Runs the image's health check once. */
  isHealthy: () => boolean;
  /** Sends SIGTERM and waits for the end. Does not kill the container: the caller checks the time. */
  stop: () => Promise<Ended>;
  /** Kills the container, if it is running. */
  kill: () => void;
};

const readyTimeoutMs = 30_000;
const readyIntervalMs = 100;
const keptLines = 20;

const isRoot = process.getuid?.() === 0;

/** Only root can switch users; other users run everything with their own uid. */
const account = isRoot ? imageUser : {};

/** Removes write permissions, like a read-only root file system. */
export function makeReadOnly(image: Image): void {
  const { status, stderr } = spawnSync('chmod', ['-R', 'a-w', image.folder], { encoding: 'utf8' });
  if (status !== 0) throw new ImageError(`chmod: ${stderr}`);
}

/** A folder with `node` that every user can enter. */
export function shareNode(target: string): string {
  const folder = join(target, 'node');
  mkdirSync(folder);
  copyFileSync(process.execPath, join(folder, 'node'));
  chmodSync(join(folder, 'node'), 0o755);
  return folder;
}

/** Runs images with their own environment, user, folder and commands. */
export function openEngine(target: string) {
  const nodeFolder = shareNode(target);
  const running = new Set<ChildProcess>();

  function settings(image: Image, env: Environment) {
    // In place of a tmpfs on /tmp.
    const temporary = mkdtempSync(join(target, 'tmp-'));
    chmodSync(temporary, 0o777);
    return {
      cwd: image.folder,
      env: { PATH: `${nodeFolder}:/usr/bin:/bin`, TMPDIR: temporary, ...env },
      ...account,
    };
  }

  /** Runs one command until it ends, like `docker run IMAGE COMMAND`. */
  function run(
    image: Image,
    command: readonly string[],
    env: Environment,
  ): { status: number | null; text: string } {
    const [program = '', ...args] = command;
    const options = settings(image, env);
    const { status, stdout, stderr, error } = spawnSync(program, args, {
      ...options,
      encoding: 'utf8',
      timeout: 30_000,
    });
    if (error) throw new ImageError(`${command.join(' ')}: ${error.message}`, { cause: error });
    return { status, text: `${stdout}${stderr}`.trim() };
  }

  /**
   * Starts an image and waits until it is healthy.
   * @throws ImageError with the last output lines, if the container ends or stays unhealthy
   */
  async function start(image: Image, env: Environment): Promise<Container> {
    const child = spawn(commands.start, { ...settings(image, env), stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(child);
    const lines: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        lines.push(text.trimEnd());
        lines.splice(0, lines.length - keptLines);
      });
    const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((settle) => {
      child.once('error', (error) => {
        lines.push(error.message);
        settle({ code: 127, signal: null });
      });
      child.once('exit', (code, signal) => settle({ code, signal }));
    }).finally(() => running.delete(child));
    const container: Container = {
      lastLines: () => lines.join('\n'),
      isHealthy: () => run(image, [commands.health], env).status === 0,
      async stop() {
        const startedAt = Date.now();
        child.kill('SIGTERM');
        return { ...(await ended), tookMs: Date.now() - startedAt };
      },
      kill: () => child.kill('SIGKILL'),
    };
    const deadline = Date.now() + readyTimeoutMs;
    while (!container.isHealthy()) {
      if (!running.has(child) || Date.now() > deadline) {
        child.kill('SIGKILL');
        throw new ImageError(`${image.name} did not become healthy:\n${container.lastLines()}`);
      }
      await delay(readyIntervalMs);
    }
    return container;
  }

  return {
    run,
    start,
    /** Kills all running containers. */
    killAll() {
      for (const child of running) child.kill('SIGKILL');
    },
  };
}

export type Engine = ReturnType<typeof openEngine>;
