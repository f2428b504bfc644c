import { describe, expect, it } from 'vitest';
import { pageFiles } from './page-files.ts';
import { robotsText, siteMapXml } from './site-map.ts';

const chunk = (file: string, more = {}) => ({ file, imports: [], css: [], assets: [], ...more });

describe('pageFiles', () => {
  it('follows imports, also cyclic ones, and lists each module after its imports', () => {
    const files = pageFiles(
      {
        'src/entry.client.tsx': chunk('assets/entry.js', { isEntry: true, imports: ['a.ts'] }),
        'src/script-loader.ts': chunk('assets/loader.js', { isEntry: true }),
        'a.ts': chunk('assets/a.js', { imports: ['b.ts'] }),
        'b.ts': chunk('assets/b.js', { imports: ['a.ts', 'src/entry.client.tsx'], css: ['assets/b.css'] }),
      },
      ['b.ts', 'unknown.ts'],
    );
    expect(files).toEqual({
      styles: ['/assets/b.css'],
      modules: ['/assets/b.js', '/assets/a.js', '/assets/entry.js'],
      fonts: [],
    });
  });

  it('lists only the fonts of the text above the fold', () => {
    const fonts = {
      'ui/figtree.woff2': chunk('assets/figtree-1a.woff2'),
      'ui/figtree-latin-1.woff2': chunk('assets/figtree-latin-1-1a.woff2'),
    };
    expect(pageFiles(fonts, []).fonts).toEqual(['/assets/figtree-1a.woff2']);
  });
});

describe('siteMapXml', () => {
  it('escapes XML', () => {
    expect(siteMapXml([{ path: '/a&b', lastModified: '2026-05-18' }], 'https://x.example')).toContain(
      '<url><loc>https://x.example/a&amp;b</loc><lastmod>2026-05-18</lastmod></url>',
    );
  });
});

describe('robotsText', () => {
  it('keeps an unlisted site out of search engines', () => {
    expect(robotsText('https://x.example', false)).toBe('User-agent: *\nDisallow: /\n');
  });
});
