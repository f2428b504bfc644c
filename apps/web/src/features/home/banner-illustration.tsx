/** Illustration: a board whose cards move to done, under a rising sun. */
export function BannerIllustration() {
  const columns = [
    { x: 40, cards: ['fill-white', 'fill-accent', 'fill-white'] },
    { x: 190, cards: ['fill-brand-soft', 'fill-alert'] },
    { x: 340, cards: ['fill-accent', 'fill-brand-soft', 'fill-brand-soft', 'fill-white'] },
  ];
  return (
    <svg viewBox="0 0 520 400" aria-hidden="true" className="mx-auto w-full max-w-xl max-lg:hidden">
      <circle cx="420" cy="110" r="92" className="fill-accent" />
      <path d="M0 330q130-60 260-30t260-40v140H0z" className="fill-brand" />
      <rect x="20" y="60" width="470" height="290" rx="20" className="fill-ink-deep" opacity="0.92" />
      {columns.map((column) => (
        <g key={column.x}>
          <rect x={column.x} y="84" width="132" height="242" rx="12" className="fill-white" opacity="0.08" />
          <rect
            x={column.x + 14}
            y="98"
            width="58"
            height="9"
            rx="4.5"
            className="fill-white"
            opacity="0.6"
          />
          {column.cards.map((fill, index) => (
            <g key={index} transform={`translate(${column.x + 12} ${120 + index * 50})`}>
              <rect width="108" height="40" rx="8" className={fill} />
              <rect x="10" y="11" width="62" height="6" rx="3" className="fill-ink" opacity="0.75" />
              <rect x="10" y="23" width="40" height="6" rx="3" className="fill-ink" opacity="0.4" />
              <circle cx="92" cy="26" r="8" className="fill-ink" opacity="0.8" />
            </g>
          ))}
        </g>
      ))}
      <path
        d="M150 372c70 30 190 20 250-34"
        className="fill-none stroke-accent"
        strokeWidth="6"
        strokeLinecap="round"
        strokeDasharray="2 16"
      />
      <path d="M388 352l22-18 2 28z" className="fill-accent" />
    </svg>
  );
}
