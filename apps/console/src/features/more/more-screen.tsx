/** On phones: the screens that are not in the bar. */

import type { Role } from '@meridian/contracts/operators/console/roles';
import type { Icon } from '@meridian/ui/icons';
import { Link } from 'react-router';
import { useOperator } from '../../session/session-context.ts';

interface Place {
  path: string;
  title: string;
  Icon: Icon;
  role: Role | undefined;
}

export function MoreScreen({ groups }: { groups: readonly { name: string; places: readonly Place[] }[] }) {
  const { may } = useOperator();
  return (
    <div className="grid gap-3">
      <h1 className="text-2xl">More</h1>
      {groups.map(({ name, places }) => (
        <section key={name} aria-labelledby={`more-${name}`} className="grid gap-2">
          <h2 id={`more-${name}`} className="text-sm text-ink-soft">
            {name}
          </h2>
          <ul className="grid gap-2">
            {places
              .filter(({ role }) => role === undefined || may(role))
              .map(({ path, title, Icon }) => (
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
        </section>
      ))}
    </div>
  );
}
