import { type Instance, instance } from '@meridian/contracts/site/instance';
import { renderInNewThread } from '../../../platform/rendering/render-thread.ts';
import type { PdfContent } from './pdf-content.ts';
import type { CertificateContent } from './render-certificate.ts';

export type RenderTask = { issuedAt: Date } & (
  | { kind: 'document'; content: PdfContent }
  | { kind: 'certificate'; content: CertificateContent }
);

/** Data passed to the worker thread. */
export interface ThreadData {
  task: RenderTask;
  instance: Instance;
}

/**
 * @returns the bytes of the PDF
 * @throws Error if rendering fails
 */
export function renderInThread(task: RenderTask): Promise<Buffer> {
  const data: ThreadData = { task, instance: instance() };
  return renderInNewThread(import.meta.dirname, 'render-worker', data);
}
