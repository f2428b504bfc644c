/** On phones: the places that the bar has no room for. */

import type { Icon } from '@meridian/ui/icons';
import { Link } from 'react-router';

interface Place {
  path: string;
  title: string;
  Icon: Icon;
}

export function MoreScreen({ places }: { places: readonly Place[] }) {
  return (
    <div className="grid gap-3">
      <h1 className="text-2xl">More</h1>
      <ul className="grid gap-2">
        {places.map(({ path, title, Icon }) => (
          <li key={path}>
            <Link
              to={path}
              className="flex min-h-12 items-center gap-3 rounded-md border border-line bg-surface px-4 font-semibold no-underline"
            >
              <Icon aria-hidden="true" className="size-5 text-ink-soft" /> {title}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
