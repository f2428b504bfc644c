import { expect, it, vi } from 'vitest';
import { downloadCsv } from './download.ts';

it('marks a file as UTF-8, because spreadsheet programs would otherwise misread Indian scripts', async () => {
  const blobs: Blob[] = [];
  vi.stubGlobal('URL', {
    createObjectURL: (blob: Blob) => `blob:${blobs.push(blob)}`,
    revokeObjectURL: () => undefined,
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  downloadCsv('names.csv', 'தமிழ்');
  vi.unstubAllGlobals();
  const bytes = new Uint8Array((await blobs[0]?.arrayBuffer()) ?? []);
  expect(bytes.slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]));
});
