import type { VideoTestimonial } from '@meridian/contracts/people';
import { Play } from '@meridian/ui/icons';
import { VideoThumbnail } from './video-thumbnail.tsx';
import { youtubeVideo } from './youtube.ts';

/** Video testimonials, which open in a new tab. Invalid links are left out. */
export function VideoGrid({ videos }: { videos: readonly VideoTestimonial[] }) {
  return (
    <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
      {videos.map(({ id, title, youtube_url }) => {
        const video = youtubeVideo(youtube_url);
        return video ? (
          <li key={id}>
            <a
              href={video.href}
              target="_blank"
              rel="noopener"
              className="group flex h-full flex-col overflow-hidden rounded-lg bg-white/10 transition-colors hover:bg-white/20"
            >
              <span className="relative block aspect-video overflow-hidden">
                <VideoThumbnail src={video.thumbnail} />
                <span className="absolute inset-0 grid place-items-center">
                  <span className="grid size-13 place-items-center rounded-full bg-accent text-ink shadow-raised transition-transform group-hover:[scale:1.1] motion-reduce:transform-none">
                    <Play aria-hidden="true" className="size-6 [translate:2px] fill-current" />
                  </span>
                </span>
              </span>
              <span className="block p-4 font-semibold">
                {title || 'Watch the video'}
                <span className="sr-only"> (video, opens in a new tab)</span>
              </span>
            </a>
          </li>
        ) : null;
      })}
    </ul>
  );
}
