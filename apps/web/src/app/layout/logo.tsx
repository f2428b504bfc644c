import { instance } from '@meridian/contracts/site/instance';

/** The provider's logo and name. */
export function Logo({ inverse = false }: { inverse?: boolean }) {
  const { name, logo } = instance();
  const [first, ...others] = name.split(' ');
  return (
    <span
      className={`flex items-center gap-2.5 font-display font-bold ${inverse ? 'text-white' : 'text-ink'}`}
    >
      {logo === undefined ? null : (
        <img src={logo} alt="" width="36" height="36" className="undimmed size-9 shrink-0" />
      )}
      <span className="leading-none">
        <span className="block text-lg">{first}</span>
        {others.length > 0 ? (
          <span className="block text-[0.6875rem] font-semibold opacity-80">{others.join(' ')}</span>
        ) : null}
      </span>
    </span>
  );
}
