import { renderInNewThread } from '../../platform/rendering/render-thread.ts';

/**
 * @param drawing SVG with text in Noto Sans
 * @returns the bytes of a PNG image
 * @throws Error if rendering fails
 */
export const renderSocialImage = (drawing: string): Promise<Buffer> =>
  renderInNewThread(import.meta.dirname, 'social-worker', drawing);
