import { describe, expect, it } from 'vitest';
import { youtubeVideo } from './youtube.ts';

const thumbnail = 'https://i.ytimg.com/vi/dQ-4w9_gXcQ/hqdefault.jpg';

describe('the thumbnail of a video', () => {
  it.each([
    'https://www.youtube.com/watch?v=dQ-4w9_gXcQ',
    'http://youtube.com/watch?v=dQ-4w9_gXcQ',
    'https://www.youtube.com/watch/?v=dQ-4w9_gXcQ',
    'https://www.youtube.com/watch?list=PL1234567890&v=dQ-4w9_gXcQ&t=42s',
    'https://www.youtube.com/watch?v=dQ-4w9_gXcQ#t=10',
    'https://m.youtube.com/watch?v=dQ-4w9_gXcQ&feature=share',
    'https://music.youtube.com/watch?v=dQ-4w9_gXcQ',
    'https://youtu.be/dQ-4w9_gXcQ',
    'https://youtu.be/dQ-4w9_gXcQ?si=u7RkPz31mQxT&t=3',
    'https://youtu.be/dQ-4w9_gXcQ/',
    'https://www.youtube.com/embed/dQ-4w9_gXcQ',
    'https://www.youtube.com/embed/dQ-4w9_gXcQ?rel=0&start=5',
    'https://www.youtube-nocookie.com/embed/dQ-4w9_gXcQ?rel=0',
    'https://youtube.com/shorts/dQ-4w9_gXcQ?feature=share',
    'https://www.youtube.com/live/dQ-4w9_gXcQ?si=abc',
    'https://www.youtube.com/v/dQ-4w9_gXcQ',
    'HTTPS://WWW.YOUTUBE.COM/watch?v=dQ-4w9_gXcQ',
    'youtu.be/dQ-4w9_gXcQ',
    'www.youtube.com/watch?v=dQ-4w9_gXcQ',
    '//www.youtube.com/embed/dQ-4w9_gXcQ',
    '  https://youtu.be/dQ-4w9_gXcQ  ',
  ])('uses the id in %s', (link) => {
    expect(youtubeVideo(link)).toMatchObject({ thumbnail });
  });

  it.each([
    ['a channel', 'https://www.youtube.com/@kaveriskills-example'],
    ['a playlist', 'https://www.youtube.com/playlist?list=PL1234567890'],
    ['an id that is too short', 'https://youtu.be/short'],
    ['an id that is too long', 'https://youtu.be/dQ-4w9_gXcQQ'],
    ['an id that would leave its folder', 'https://www.youtube.com/watch?v=../../abcde'],
    ['another site', 'https://videos.example/watch?v=dQ-4w9_gXcQ'],
    ['a site whose name only ends alike', 'https://notyoutube.com/watch?v=dQ-4w9_gXcQ'],
    ['a site whose name only begins alike', 'https://youtube.com.example/watch?v=dQ-4w9_gXcQ'],
  ])('is absent for %s, but the link still works', (_, link) => {
    expect(youtubeVideo(link)).toEqual({ href: link, thumbnail: undefined });
  });
});

describe('the link of a video', () => {
  it('keeps its parameters, and gets a scheme if it has none', () => {
    expect(youtubeVideo('https://youtu.be/dQ-4w9_gXcQ?t=3')?.href).toBe('https://youtu.be/dQ-4w9_gXcQ?t=3');
    expect(youtubeVideo('youtu.be/dQ-4w9_gXcQ')?.href).toBe('https://youtu.be/dQ-4w9_gXcQ');
  });

  it.each(['', ' ', 'javascript:alert(1)', 'data:text/html,x', 'https://', 'not a link at all'])(
    'is undefined for %j',
    (link) => {
      expect(youtubeVideo(link)).toBeUndefined();
    },
  );
});
