import { describe, expect, it } from 'vitest';
import { mediaAddress, rewriteAddresses } from './media-address.ts';
import { createSanitiser, rewriteAt } from './sanitise.ts';

const upstreamUrl = 'http://upstream:4010';
const sanitise = createSanitiser(upstreamUrl);

describe('createSanitiser', () => {
  it.each([
    ['scripts', '<p>a</p><script>alert(1)</script>', '<p>a</p>'],
    ['handlers', '<p onmouseover="x()">a</p>', '<p>a</p>'],
    ['frames', '<iframe src="https://x.example"></iframe>a', 'a'],
    ['styles', '<style>p{}</style><p style="x" class="y" id="z">a</p>', '<p>a</p>'],
    ['forms', '<form action="/x"><input name="a">t</form>', 't'],
    ['javascript: URLs', '<a href="javascript:x()">a</a>', '<a>a</a>'],
    ['data: URLs', '<a href="data:text/html,x">a</a><img src="data:image/png;base64,x">', '<a>a</a>'],
    ['http: URLs', '<a href="http://x.example">a</a><img src="http://x.example/a.png">', '<a>a</a>'],
    ['protocol-relative URLs', '<a href="//x.example">a</a>', '<a>a</a>'],
    ['SVG and MathML', '<svg><a xlink:href="javascript:x()">a</a></svg><math><mi>b</mi></math>', '<a>a</a>b'],
    ['unclosed tags', '<p>a<b>b', '<p>a<b>b</b></p>'],
  ])('removes or repairs %s', (_name, html, expected) => {
    expect(sanitise(html)).toBe(expected);
  });

  it.each([
    '<h2>a</h2><h3>b</h3><ul><li>c</li></ul><ol start="3"><li>d</li></ol>',
    '<table><thead><tr><th scope="col">a</th></tr></thead><tbody><tr><td colspan="2">b</td></tr></tbody></table>',
    '<pre><code>a &lt; b</code></pre><blockquote><p>c</p></blockquote><hr /><br />',
    '<p><strong>a</strong> <em>b</em></p><a href="/contact-us">c</a><a href="#d">d</a><a href="mailto:a@b.example">e</a>',
    '<a href="tel:+911234">f</a>',
  ])('keeps %s', (html) => {
    expect(sanitise(html)).toBe(html);
  });

  it('opens links to other sites in a new window with noopener', () => {
    expect(sanitise('<a href="https://x.example" target="_top" rel="opener">a</a>')).toBe(
      '<a href="https://x.example" target="_blank" rel="noopener">a</a>',
    );
  });

  it('serves images and files of the upstream below /media', () => {
    expect(sanitise('<figure><img src="http://upstream:4010/media/a.svg" alt="A" height="5"></figure>')).toBe(
      '<figure><img src="/media/a.svg" alt="A" height="5" loading="lazy" /></figure>',
    );
    expect(sanitise('<a href="http://upstream:4010/media/files/a.pdf">a</a>')).toBe(
      '<a href="/media/files/a.pdf">a</a>',
    );
  });

  it('survives deep nesting', () => {
    expect(sanitise('<div>'.repeat(20_000)).length).toBeLessThan(1_000);
  });
});

describe('mediaAddress', () => {
  it.each([
    ['/media/a.svg', '/media/a.svg'],
    ['media/a.svg', '/media/a.svg'],
    ['http://upstream:4010/media/a.svg?v=1', '/media/a.svg?v=1'],
    ['/media/../secret', 'http://upstream:4010/secret'],
    ['https://cdn.example/a.png', 'https://cdn.example/a.png'],
    ['javascript:alert(1)', ''],
    ['', ''],
  ])('%s → %s', (given, expected) => {
    expect(mediaAddress(given, upstreamUrl)).toBe(expected);
  });
});

describe('rewriteAddresses', () => {
  it('follows lists and nested objects by key', () => {
    const data = {
      image: 'http://upstream:4010/media/a.svg',
      certificate_image_title: 'http://upstream:4010/media/a.svg',
      list: [
        {
          second_image: '/media/b.svg',
          linkedin_url: 'javascript:x()',
          youtube_url: 'https://y.example/?v=1',
        },
      ],
      canonical_url: '/safe/a',
    };
    rewriteAddresses(data, upstreamUrl);
    expect(data).toEqual({
      image: '/media/a.svg',
      certificate_image_title: 'http://upstream:4010/media/a.svg',
      list: [{ second_image: '/media/b.svg', linkedin_url: '', youtube_url: 'https://y.example/?v=1' }],
      canonical_url: '/safe/a',
    });
  });
});

describe('rewriteAt', () => {
  it('changes only the texts at a path', () => {
    const data = { faq: [{ description: 'a', name: 'b' }, { name: 'c' }], description: 'd' };
    rewriteAt(data, ['faq', '*', 'description'], (text) => text.toUpperCase());
    rewriteAt(data, ['missing', '*', 'description'], () => 'x');
    expect(data).toEqual({ faq: [{ description: 'A', name: 'b' }, { name: 'c' }], description: 'd' });
  });
});
