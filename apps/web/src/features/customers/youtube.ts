export interface YoutubeVideo {
  /** Address of the video. */
  href: string;
  /** Address of the thumbnail, 480 by 360 pixels; undefined if the link has no video id. */
  thumbnail: string | undefined;
}

const hosts = /^(?:(?:www|m|music)\.)?(?:youtube\.com|youtube-nocookie\.com)$/;
const idPattern = /^[\w-]{11}$/;
/** First path segments that an id follows. */
const idPaths = ['embed', 'shorts', 'live', 'v', 'e'];

/** Parses a web address; without a scheme, https is assumed. */
function webAddress(link: string): URL | undefined {
  const text = link.trim();
  const url = URL.parse(/^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text.replace(/^\/\//, '')}`);
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
}

/**
 * Extracts the id of a video.
 * @param url a link in any usual form: `watch?v=`, `youtu.be/`, `/embed/`, `/shorts/`, `/live/`, with or
 *   without further parameters
 * @returns undefined if the link is not YouTube's, or has no id
 */
function videoId(url: URL): string | undefined {
  const host = url.hostname.toLowerCase();
  const [first = '', second] = url.pathname.split('/').filter(Boolean);
  const id =
    host === 'youtu.be' || host === 'www.youtu.be'
      ? first
      : hosts.test(host)
        ? (url.searchParams.get('v') ?? (idPaths.includes(first) ? second : undefined))
        : undefined;
  return id && idPattern.test(id) ? id : undefined;
}

/**
 * Parses the link of a video testimonial.
 * @returns undefined if it is not a web address
 */
export function youtubeVideo(link: string): YoutubeVideo | undefined {
  const url = webAddress(link);
  if (!url) return undefined;
  const id = videoId(url);
  return { href: url.href, thumbnail: id && `https://i.ytimg.com/vi/${id}/hqdefault.jpg` };
}
