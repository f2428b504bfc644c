/** Image with fixed dimensions, lazily loaded unless `eager`. */
export function Image({
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
  /** True for an image above the fold. It is loaded with high priority. */
  eager?: boolean;
  /** True for decoration. It is loaded with low priority. */
  late?: boolean;
  /** Fallback text if `src` is empty. By default an empty `src` shows nothing. */
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
