/** Drawing takes a few hundred milliseconds of computing: in the thread of the requests they would all wait for it. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Paper } from './paper.ts';

export interface DrawingTask {
  paper: Paper;
  issuedAt: Date;
}

/** The build puts it beside the bundle. */
function workerFile(): string {
  const built = resolve(import.meta.dirname, 'draw-worker.js');
  return existsSync(built) ? built : resolve(import.meta.dirname, 'draw-worker.ts');
}

/**
 * @returns the bytes of the file
 * @throws Error where it cannot be drawn
 */
export function drawInThread(task: DrawingTask): Promise<Buffer> {
  return new Promise((resolveDrawn, reject) => {
    const worker = new Worker(workerFile(), { workerData: task });
    worker.once('message', (bytes: Uint8Array) => resolveDrawn(Buffer.from(bytes)));
    worker.once('error', reject);
    // After a message this changes nothing.
    worker.once('exit', (code) => reject(new Error(`the drawing ended with ${code} and no file`)));
  });
}
