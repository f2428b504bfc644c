import { describe, expect, it } from 'vitest';
import { pageFiles } from './page-files.ts';
import { robotsText, siteMapXml } from './site-map.ts';

const chunk = (file: string, more = {}) => ({ file, imports: [], css: [], assets: [], ...more });

describe('pageFiles', () => {
  it('follows imports, also where they lead back', () => {
    const files = pageFiles(
      {
        'entry.ts': chunk('assets/entry.js', { isEntry: true, imports: ['a.ts'] }),
        'a.ts': chunk('assets/a.js', { imports: ['b.ts'] }),
        'b.ts': chunk('assets/b.js', { imports: ['a.ts', 'entry.ts'], css: ['assets/b.css'] }),
      },
      ['b.ts', 'unknown.ts'],
    );
    expect(files).toEqual({
      entry: '/assets/entry.js',
      styles: ['/assets/b.css'],
      modules: ['/assets/a.js', '/assets/b.js'],
      fonts: [],
    });
  });
});

describe('siteMapXml', () => {
  it('escapes what XML needs escaped', () => {
    expect(siteMapXml([{ path: '/a&b', lastModified: '2026-05-18' }], 'https://x.example')).toContain(
      '<url><loc>https://x.example/a&amp;b</loc><lastmod>2026-05-18</lastmod></url>',
    );
  });
});

describe('robotsText', () => {
  it('keeps a place that is not for the public out of search engines', () => {
    expect(robotsText('https://x.example', false)).toBe('User-agent: *\nDisallow: /\n');
  });
});
