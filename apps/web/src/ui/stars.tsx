import { Star } from 'lucide-react';

/** A rating out of 5 as a bar of stars, filled to its share: 4.9 of 5 is 98 %. */
export function Stars({ rating, label }: { rating: number; label?: string }) {
  const percent = ratingPercent(rating);
  const row = (className: string) => (
    <span className={`flex gap-0.5 ${className}`}>
      {[1, 2, 3, 4, 5].map((star) => (
        <Star key={star} aria-hidden="true" className="size-4 shrink-0 fill-current" />
      ))}
    </span>
  );
  return (
    <span
      role="img"
      aria-label={label ?? `Rated ${rating} out of 5`}
      className="relative inline-block align-middle"
    >
      {row('stars-empty text-line')}
      <span className="absolute inset-y-0 left-0 overflow-hidden" style={{ width: `${percent}%` }}>
        {row('text-accent')}
      </span>
    </span>
  );
}

/** @returns the share of five stars in per cent, from 0 to 100 */
export function ratingPercent(rating: number): number {
  return Math.min(100, Math.max(0, (rating / 5) * 100));
}
