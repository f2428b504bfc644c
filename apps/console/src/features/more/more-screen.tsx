/** On phones: the places that the bar has no room for. */
import { Link } from 'react-router';
import { morePlaces } from '../../app/places.ts';

export function MoreScreen() {
  return (
    <div className="grid gap-3">
      <h1 className="text-2xl">More</h1>
      <ul className="grid gap-2">
        {morePlaces.map(({ to, label, Icon }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex min-h-12 items-center gap-3 rounded-md border border-line bg-surface px-4 font-semibold no-underline"
            >
              <Icon aria-hidden="true" className="size-5 text-ink-soft" /> {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
