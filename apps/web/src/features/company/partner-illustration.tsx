/** Illustration: two people build a bridge and put its last stone in place. */
export function PartnerIllustration({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 560 400"
      role="img"
      aria-label="Drawing of two people who build a bridge from both banks and meet in the middle"
      className={className}
    >
      <path d="M0 0h560v400H0z" className="fill-brand-soft" />
      <circle cx="280" cy="118" r="78" className="fill-accent" />
      <path d="M0 318q140-26 280 0t280 0v82H0z" className="fill-brand" />
      <path
        d="M60 352q60-14 120 0t120 0 120 0 120 0"
        className="fill-none stroke-white"
        strokeWidth="4"
        strokeLinecap="round"
        opacity="0.35"
      />
      {/* Banks. */}
      <path d="M0 232h96q10 0 10 10v112q-54 22-106 14z" className="fill-ink" />
      <path d="M560 232h-96q-10 0-10 10v112q54 22 106 14z" className="fill-ink" />
      {/* Arch. */}
      <path d="M96 232h134v24q-78 8-124 76z" className="fill-alert" />
      <path d="M464 232H330v24q78 8 124 76z" className="fill-accent-strong" />
      <g className="fill-none stroke-white" strokeWidth="3" opacity="0.45">
        <path d="M140 232l-10 66M186 232l-4 36M420 232l10 66M374 232l4 36" />
      </g>
      {/* Last stone. */}
      <path d="M236 206h88l-8 44q-36-6-72 0z" className="fill-white" />
      <path
        d="M280 206v-62M280 144h-14m14 0h14"
        className="stroke-ink"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <Builder x={176} turned={false} shirt="fill-white" skin="fill-accent-strong" />
      <Builder x={384} turned shirt="fill-accent-soft" skin="fill-ink-soft" />
    </svg>
  );
}

/** A person who holds one side of the stone. */
function Builder({ x, turned, shirt, skin }: { x: number; turned: boolean; shirt: string; skin: string }) {
  return (
    <g transform={`translate(${x} 232)${turned ? ' scale(-1 1)' : ''}`}>
      <path d="M-14 0l4-46h20l6 46z" className="fill-ink-deep" />
      <path d="M-18-44q0-44 20-44t20 44z" className={shirt} />
      <path d="M12-74l46 22" className="fill-none stroke-ink-deep" strokeWidth="10" strokeLinecap="round" />
      <circle cx="4" cy="-106" r="17" className={skin} />
      <path d="M-15-108a19 19 0 0 1 38-2q-18-8-38 2z" className="fill-alert" />
    </g>
  );
}
