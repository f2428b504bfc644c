import { useEffect, useRef, useState } from 'react';

/** Width in pixels of the grey image that YouTube returns for an unknown id. */
const unknownVideoWidth = 120;

function isUnusable(image: HTMLImageElement): boolean {
  return image.complete && image.naturalWidth <= unknownVideoWidth;
}

/** A video's thumbnail, with an illustration as fallback. */
export function VideoThumbnail({ src }: { src: string | undefined }) {
  const image = useRef<HTMLImageElement>(null);
  const [failed, setFailed] = useState(false);

  // The image may have loaded or failed before hydration.
  useEffect(() => {
    if (image.current?.currentSrc && isUnusable(image.current)) setFailed(true);
  }, []);

  return (
    <>
      <svg
        viewBox="0 0 320 180"
        preserveAspectRatio="xMidYMid slice"
        aria-hidden="true"
        className="absolute inset-0 size-full"
      >
        <path d="M0 0h320v180H0z" className="fill-ink" />
        <circle cx="252" cy="46" r="30" className="fill-accent" />
        <path d="M0 148q80-26 160-8t160-12v52H0z" className="fill-brand" />
        <path
          d="M58 74h92a12 12 0 0 1 12 12v34a12 12 0 0 1-12 12H92l-20 18v-18H58a12 12 0 0 1-12-12V86a12 12 0 0 1 12-12z"
          className="fill-white"
        />
        <path d="M64 94h80M64 110h48" className="stroke-ink" strokeWidth="6" strokeLinecap="round" />
      </svg>
      {src && !failed ? (
        <img
          ref={image}
          src={src}
          alt=""
          width={480}
          height={360}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setFailed(true)}
          onLoad={(event) => setFailed(isUnusable(event.currentTarget))}
          className="absolute inset-0 size-full object-cover"
        />
      ) : null}
    </>
  );
}
