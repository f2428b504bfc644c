export interface YoutubeVideo {
  /** Where the video plays. */
  href: string;
  /** Address of its thumbnail, 480 by 360 pixels; undefined where the link names no video. */
  thumbnail: string | undefined;
}

const hosts = /^(?:(?:www|m|music)\.)?(?:youtube\.com|youtube-nocookie\.com)$/;
const idPattern = /^[\w-]{11}$/;
/** Paths that carry the id as their second segment. */
const idPaths = ['embed', 'shorts', 'live', 'v', 'e'];

/** The link as an address of the web; links without a scheme count as https. */
function webAddress(link: string): URL | undefined {
  const text = link.trim();
  const url = URL.parse(/^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text.replace(/^\/\//, '')}`);
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
}

/**
 * The id of a video.
 * @param url a link in any usual form: `watch?v=`, `youtu.be/`, `/embed/`, `/shorts/`, `/live/`, with or without
 *   further parameters
 * @returns undefined where the link is another site's or names no video
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
 * Reads a video testimonial's link.
 * @returns undefined where the link cannot be followed: it is no address of the web
 */
export function youtubeVideo(link: string): YoutubeVideo | undefined {
  const url = webAddress(link);
  if (!url) return undefined;
  const id = videoId(url);
  return { href: url.href, thumbnail: id && `https://i.ytimg.com/vi/${id}/hqdefault.jpg` };
}
