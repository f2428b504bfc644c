/** Draws one paper in a thread of its own, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import type { DrawingTask } from './draw-in-thread.ts';
import { drawPaper } from './draw-paper.ts';

const { paper, issuedAt } = workerData as DrawingTask;
parentPort?.postMessage(await drawPaper(paper, issuedAt));
