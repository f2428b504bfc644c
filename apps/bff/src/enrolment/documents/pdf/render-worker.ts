/** Worker thread: renders one PDF and exits. */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { renderCertificate } from './render-certificate.ts';
import type { RenderTask } from './render-in-thread.ts';
import { renderPdf } from './render-pdf.ts';

// On Linux a priority belongs to a thread: requests come first.
const lowestPriority = 19;
if (process.platform === 'linux') setPriority(0, lowestPriority);

const task = workerData as RenderTask;
parentPort?.postMessage(
  task.kind === 'certificate'
    ? await renderCertificate(task.content, task.issuedAt)
    : await renderPdf(task.content, task.issuedAt),
);
