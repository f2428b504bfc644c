import { describe, expect, it } from 'vitest';
import { previewOf } from './preview-text.ts';

describe('the preview of a text', () => {
  it('is the text itself up to 100 characters', () => {
    const text = 'a'.repeat(100);
    expect(previewOf(text)).toEqual({ text, cut: false });
  });

  it('is 100 characters and an ellipsis for a longer text', () => {
    expect(previewOf('a'.repeat(101))).toEqual({ text: `${'a'.repeat(100)}…`, cut: true });
  });

  it('never splits a character', () => {
    expect(previewOf('🎓'.repeat(101)).text).toBe(`${'🎓'.repeat(100)}…`);
  });
});
