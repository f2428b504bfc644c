import { describe, expect, it } from 'vitest';
import { readingMinutes } from './reading-minutes.ts';

const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');

describe('the reading time of a post', () => {
  it.each([
    ['', 1],
    ['<p></p>', 1],
    [`<p>${words(220)}</p>`, 1],
    [`<p>${words(700)}</p>`, 3],
    [`<p>${words(220)}</p><p class="${words(900)}">${words(220)}</p>`, 2],
  ])('counts words and not markup (%#)', (html, minutes) => {
    expect(readingMinutes(html)).toBe(minutes);
  });
});
