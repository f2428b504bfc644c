import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { withInlineStyle } from '../../platform/http/security-headers.ts';
import { createPageStyles } from './page-styles.ts';

const rule = (text: string, ...needs: string[][]) => ({ text, needs });
const styles = createPageStyles({
  sheet: '/assets/entry-1.css',
  rest: '/assets/site-1.css',
  head: '@layer a,b;',
  groups: [
    {
      open: '@layer a{',
      close: '}',
      rules: [rule('body{}', []), rule('.a{}', ['.a']), rule('.b pre{}', ['.b', 'pre']), rule('*{}')],
    },
    { open: '@layer b{@media print{', close: '}}', rules: [rule('.c,.[&>p]{}', ['.c'], ['.[&>p]'])] },
    { open: '', close: '', rules: [rule('::file{}', ['type=file']), rule('h2{}', ['h2'])] },
  ],
});
const none = { elements: new Set<string>(), classes: new Set<string>(), richTexts: [] };
const choose = (html: string, classes = '') => styles.choose({ ...none, richTexts: [html] }, classes);
const linesOf = (html: string, classes?: string) => choose(html, classes).text.split('\n');

describe('the styles of a page', () => {
  it('17 are the rules that its elements and classes need', () => {
    expect(linesOf('<p class="x a">a</p>')).toEqual(['@layer a,b;', '@layer a{', 'body{}', '.a{}', '}']);
    expect(linesOf('<div class="b"><pre>a</pre></div>')).toContain('.b pre{}');
    expect(linesOf('<div class="b">pre</div>')).not.toContain('.b pre{}');
    expect(linesOf('<input type="file"/><h2>a</h2>').slice(-4)).toEqual(['', '::file{}', 'h2{}', '']);
  });

  it('17 also by the classes of other texts, and by those that markup has to escape', () => {
    expect(linesOf('<p></p>', 'c')).toContain('@layer b{@media print{');
    expect(linesOf('<p class="y [&amp;&gt;p]"></p>')).toContain('.c,.[&>p]{}');
  });

  it('17: are chosen by noted words as by markup', () => {
    const words = {
      elements: new Set(['div', 'pre', 'input', 'type=file']),
      classes: new Set(['b', 'y [&>p]']),
      richTexts: ['<h2 class="a">a</h2>'],
    };
    expect(styles.choose(words, '')).toBe(
      choose(
        '<div class="b"><pre class="y [&amp;&gt;p]">a</pre><input type="file"/><h2 class="a">a</h2></div>',
      ),
    );
  });

  it('17 are allowed by their hash alone', () => {
    const { text, hash } = choose('<p class="a"></p>');
    expect(hash).toBe(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
    const headers = withInlineStyle({ 'content-security-policy': "a;style-src 'self';b", x: 'y' }, hash);
    expect(headers).toEqual({ 'content-security-policy': `a;style-src 'self' ${hash};b`, x: 'y' });
  });

  it('17 are the same text for pages of one kind', () => {
    expect(choose('<p class="a">1</p>')).toBe(choose('<p class="a">2</p>'));
  });
});
