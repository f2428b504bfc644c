/**
 * Renders in separate threads. Rendering takes a few hundred milliseconds of CPU time, which on the main
 * thread would block every request.
 */
import { existsSync } from 'node:fs';
import { setPriority } from 'node:os';
import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';

/**
 * Runs a module in a new thread until it posts bytes.
 * @param folder folder of the caller; in the build output the module is next to the bundle
 * @param name of the module, without its extension
 * @returns the posted bytes
 * @throws Error if rendering fails
 */
export function renderInNewThread(folder: string, name: string, workerData: unknown): Promise<Buffer> {
  const built = resolve(folder, `${name}.js`);
  const file = existsSync(built) ? built : resolve(folder, `${name}.ts`);
  return new Promise((resolveBytes, reject) => {
    const worker = new Worker(file, { workerData });
    worker.once('message', (bytes: Uint8Array) => resolveBytes(Buffer.from(bytes)));
    worker.once('error', reject);
    // This has no effect after a message, because the promise is already settled.
    worker.once('exit', (code) => reject(new Error(`the worker exited with ${code} and no file`)));
  });
}

/** Lowers the priority of this thread below the main thread. On Linux each thread has its own priority. */
export function lowerThreadPriority(): void {
  const lowestPriority = 19;
  if (process.platform === 'linux') setPriority(0, lowestPriority);
}
