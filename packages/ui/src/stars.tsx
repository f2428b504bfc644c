/** Star rating out of 5, filled proportionally: 4.9 fills 98 %. */
export function Stars({ rating, label }: { rating: number; label?: string }) {
  return (
    <span
      role="img"
      aria-label={label ?? `Rated ${rating} out of 5`}
      className="stars"
      style={{ backgroundSize: `${ratingPercent(rating)}% 100%` }}
    />
  );
}

/** @returns the rating as a percentage of 5, from 0 to 100 */
export function ratingPercent(rating: number): number {
  return Math.min(100, Math.max(0, (rating / 5) * 100));
}
