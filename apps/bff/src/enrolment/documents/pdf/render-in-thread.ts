/** Rendering takes a few hundred milliseconds of CPU time: on the main thread it would block every request. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Instance, instance } from '@meridian/contracts/site/instance';
import type { PdfContent } from './pdf-content.ts';
import type { CertificateContent } from './render-certificate.ts';

export type RenderTask = { issuedAt: Date } & (
  | { kind: 'document'; content: PdfContent }
  | { kind: 'certificate'; content: CertificateContent }
);

/** What the thread gets. */
export interface ThreadData {
  task: RenderTask;
  instance: Instance;
}

/** The build puts the worker beside the bundle. */
function workerFile(): string {
  const built = resolve(import.meta.dirname, 'render-worker.js');
  return existsSync(built) ? built : resolve(import.meta.dirname, 'render-worker.ts');
}

/**
 * @returns the bytes of the PDF
 * @throws Error if rendering fails
 */
export function renderInThread(task: RenderTask): Promise<Buffer> {
  return new Promise((resolveBytes, reject) => {
    const workerData: ThreadData = { task, instance: instance() };
    const worker = new Worker(workerFile(), { workerData });
    worker.once('message', (bytes: Uint8Array) => resolveBytes(Buffer.from(bytes)));
    worker.once('error', reject);
    // No effect after a message: the promise is settled by then.
    worker.once('exit', (code) => reject(new Error(`the worker exited with ${code} and no file`)));
  });
}
