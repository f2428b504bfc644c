import { brand } from '@meridian/contracts/brand';

/** The provider's logo and name. */
export function Logo({ inverse = false }: { inverse?: boolean }) {
  const [first, ...others] = brand.split(' ');
  return (
    <span
      className={`flex items-center gap-2.5 font-display font-bold ${inverse ? 'text-white' : 'text-ink'}`}
    >
      <svg viewBox="0 0 40 40" className="size-9 shrink-0" aria-hidden="true">
        <rect width="40" height="40" rx="10" className="fill-brand" />
        <circle cx="20" cy="20" r="11" className="fill-none stroke-white" strokeWidth="2.5" />
        <path
          d="M20 9c-5.500 6.500-5.500 15.500 0 22M20 9c5.500 6.500 5.500 15.500 0 22"
          className="fill-none stroke-white"
          strokeWidth="2.500"
        />
        <circle cx="27.500" cy="14" r="4" className="fill-accent" />
      </svg>
      <span className="leading-none">
        <span className="block text-lg">{first}</span>
        <span className="block text-[0.6875rem] font-semibold opacity-80">{others.join(' ')}</span>
      </span>
    </span>
  );
}
