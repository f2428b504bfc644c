import { describe, expect, it } from 'vitest';
import { previewOf } from './preview-text.ts';

describe('the preview of a text', () => {
  it('is the text itself up to 100 characters', () => {
    const text = 'a'.repeat(100);
    expect(previewOf(text)).toEqual({ text, cut: false });
  });

  it('is 100 characters and an ellipsis beyond', () => {
    expect(previewOf('a'.repeat(101))).toEqual({ text: `${'a'.repeat(100)}…`, cut: true });
  });

  it('never cuts a character in two', () => {
    expect(previewOf('🎓'.repeat(101)).text).toBe(`${'🎓'.repeat(100)}…`);
  });
});
