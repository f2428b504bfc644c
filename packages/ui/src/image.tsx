/**
 * A picture whose place is kept from the start. Pictures below the fold load when they come near.
 * Where there is none, its words stand in its place.
 */
export function Picture({
  src,
  alt,
  width,
  height,
  eager = false,
  late = false,
  missing,
  className,
}: {
  src: string;
  alt: string;
  width: number;
  height: number;
  /** In view at once: loaded first. */
  eager?: boolean;
  /** Decoration: it may come after all that is read. */
  late?: boolean;
  /** Words for a picture that is missing; without them nothing is shown. */
  missing?: string;
  className?: string;
}) {
  if (src === '') {
    return missing ? (
      <div className={`grid place-items-center p-4 text-center text-sm text-ink-soft ${className ?? ''}`}>
        {missing}
      </div>
    ) : null;
  }
  return (
    <img
      src={src}
      alt={alt}
      width={width}
      height={height}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : late ? 'low' : 'auto'}
      decoding="async"
      className={className}
    />
  );
}
