/** Image with fixed dimensions, lazily loaded unless `eager`; `missing` is the fallback text. */
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
  /** Above the fold: high fetch priority. */
  eager?: boolean;
  /** Decoration: low fetch priority. */
  late?: boolean;
  /** Fallback text for an empty `src`; nothing if omitted. */
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
