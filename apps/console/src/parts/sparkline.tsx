/** A small line chart. Screen readers get its label, not the single values. */
const width = 240;
const height = 48;
const margin = 3;

export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const max = Math.max(1, ...values);
  const step = (width - 2 * margin) / Math.max(1, values.length - 1);
  const points = values.map((value, index) => [
    margin + index * step,
    height - margin - (value / max) * (height - 2 * margin),
  ]);
  const line = points.map(([x = 0, y = 0]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  const [lastX = 0, lastY = 0] = points.at(-1) ?? [];
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="h-12 w-full overflow-visible text-brand-strong"
    >
      <polygon
        points={`${margin},${height - margin} ${line} ${width - margin},${height - margin}`}
        fill="currentColor"
        fillOpacity="0.2"
      />
      <polyline
        points={line}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
      {/* A line of length 0, whose round caps form a dot. Unlike a circle, the dot is not stretched with the
          SVG's width. */}
      <path
        d={`M${lastX.toFixed(1)},${lastY.toFixed(1)}h0`}
        stroke="currentColor"
        strokeWidth="7"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
