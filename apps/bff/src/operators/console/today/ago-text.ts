/** @returns a relative time such as `5 minutes ago` */
export function agoText(timestamp: Date | null, nowMs: number): string {
  if (!timestamp) return 'never';
  const minutes = Math.round((nowMs - timestamp.getTime()) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes === 1) return 'a minute ago';
  if (minutes < 120) return `${minutes} minutes ago`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours ago` : `${Math.round(hours / 24)} days ago`;
}
