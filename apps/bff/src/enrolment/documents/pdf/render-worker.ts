/** Worker thread: renders one PDF and exits. */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { setInstance } from '@meridian/contracts/site/instance';
import { renderCertificate } from './render-certificate.ts';
import type { ThreadData } from './render-in-thread.ts';
import { renderPdf } from './render-pdf.ts';

// On Linux a priority belongs to a thread: requests come first.
const lowestPriority = 19;
if (process.platform === 'linux') setPriority(0, lowestPriority);

const { task, instance } = workerData as ThreadData;
setInstance(instance);
parentPort?.postMessage(
  task.kind === 'certificate'
    ? await renderCertificate(task.content, task.issuedAt)
    : await renderPdf(task.content, task.issuedAt),
);
