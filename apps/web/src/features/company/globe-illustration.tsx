const towns = [
  { x: 118, y: 150 },
  { x: 176, y: 96 },
  { x: 262, y: 122 },
  { x: 300, y: 206 },
  { x: 150, y: 248 },
  { x: 232, y: 286 },
] as const;

/** Illustration: a globe with lines from one town to others. */
export function GlobeIllustration({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 420 400" aria-hidden="true" className={className}>
      <circle cx="330" cy="84" r="56" className="fill-accent" />
      <circle cx="204" cy="204" r="164" className="fill-brand" />
      <g className="fill-none stroke-white" strokeWidth="2" opacity="0.35">
        <ellipse cx="204" cy="204" rx="60" ry="164" />
        <ellipse cx="204" cy="204" rx="118" ry="164" />
        <path d="M204 40v328M40 204h328M62 122h284M62 286h284" />
      </g>
      <g className="fill-none stroke-accent" strokeWidth="3" strokeLinecap="round">
        <path d="M226 196q-50-60-108-46M226 196q-6-70-50-100M226 196q4-50 36-74" />
        <path d="M226 196q40-16 74 10M226 196q-30 60-76 52M226 196q30 40 6 90" />
      </g>
      {towns.map(({ x, y }) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r="7" className="fill-white" />
      ))}
      <circle cx="226" cy="196" r="20" className="fill-accent" opacity="0.35" />
      <circle cx="226" cy="196" r="11" className="fill-accent" />
      <path
        d="M46 330c70 54 240 60 318-14"
        className="fill-none stroke-alert"
        strokeWidth="6"
        strokeLinecap="round"
        strokeDasharray="2 16"
      />
    </svg>
  );
}
