import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { type ContentSource, openContent } from './content-source.ts';
import { useTestContent, writeFiles } from './test-content.ts';

async function watched() {
  const folder = await useTestContent();
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const source: ContentSource = await openContent(folder);
  onTestFinished(source.close);
  await source.watch(log);
  return { folder, source, log };
}

const offer = (discount_text: string) => ({ 'site.yaml': { discount_text, button_text: 'Go' } });

it('takes up a changed, a new and a removed file', async () => {
  const { folder, source } = await watched();
  await writeFiles(folder, offer('Half price'));
  await vi.waitFor(() => expect(source.current().header.discount_text).toBe('Half price'), 5_000);

  await writeFiles(folder, { 'media/files/not-made.pdf': '%PDF-1.4' });
  await vi.waitFor(() => expect(source.current().missingMedia).not.toContain('files/not-made.pdf'), 5_000);

  await rm(join(folder, 'courses/course-three.yaml'));
  await vi.waitFor(() => expect(source.current().courseById.has(103)).toBe(false), 5_000);
});

it('keeps the last good content on a mistake, says so, and recovers', async () => {
  const { folder, source, log } = await watched();
  await writeFiles(folder, offer(''));
  await vi.waitFor(() => expect(log.error).toHaveBeenCalled(), 5_000);
  expect(log.error.mock.calls[0]?.[0]).toMatchObject({
    problems: [{ file: 'site.yaml', field: 'discount_text' }],
  });
  expect(source.current().header.discount_text).toBe('Save now');

  await writeFiles(folder, offer('Back again'));
  await vi.waitFor(() => expect(source.current().header.discount_text).toBe('Back again'), 5_000);
});

it('refuses to open content with mistakes', async () => {
  const folder = await useTestContent(offer(''));
  await expect(openContent(folder)).rejects.toMatchObject({ code: 'BAD_CONTENT' });
});
