/** Worker thread: renders one PDF and exits. */
import { parentPort, workerData } from 'node:worker_threads';
import { setInstance } from '@meridian/contracts/site/instance';
import { lowerThreadPriority } from '../../../platform/rendering/render-thread.ts';
import { renderCertificate } from './render-certificate.ts';
import type { ThreadData } from './render-in-thread.ts';
import { renderPdf } from './render-pdf.ts';

lowerThreadPriority();

const { task, instance } = workerData as ThreadData;
setInstance(instance);
parentPort?.postMessage(
  task.kind === 'certificate'
    ? await renderCertificate(task.content, task.issuedAt)
    : await renderPdf(task.content, task.issuedAt),
);
