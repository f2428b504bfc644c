/** Worker thread: renders one PDF and exits. */
import { parentPort, workerData } from 'node:worker_threads';
import type { RenderTask } from './render-in-thread.ts';
import { renderPdf } from './render-pdf.ts';

const { content, issuedAt } = workerData as RenderTask;
parentPort?.postMessage(await renderPdf(content, issuedAt));
