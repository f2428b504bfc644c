import { instance, phoneHref } from '@meridian/contracts/site/instance';
import { contact } from '../../content/contact.ts';
import { NavLink } from '../../ui/link.tsx';
import { policies } from './policies.ts';

const link = 'wrap-anywhere font-semibold text-brand underline underline-offset-2';

/** Links to the other policies, and the contact of the grievance officer. */
export function PolicyList() {
  const officer = instance().grievance;
  return (
    <aside className="rounded-lg border border-line bg-surface p-5 lg:sticky lg:top-24 lg:w-72 lg:shrink-0 print:hidden">
      <nav aria-label="Our policies">
        <h2 className="font-sans text-sm font-bold text-ink-soft">Our policies</h2>
        <ul className="mt-2">
          {Object.values(policies).map(({ path, title }) => (
            <li key={path} className="border-b border-line">
              <NavLink
                to={path}
                className="block py-2.5 hover:underline aria-[current=page]:font-bold aria-[current=page]:text-brand"
              >
                {title}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <p className="mt-4 text-sm text-ink-soft">
        Questions about a policy?{' '}
        <a className={link} href={`mailto:${contact().email}`}>
          {contact().email}
        </a>
      </p>
      <p className="mt-4 text-sm text-ink-soft">
        Grievance officer: {officer.name},{' '}
        <a className={link} href={`mailto:${officer.email}`}>
          {officer.email}
        </a>
        ,{' '}
        <a className={link} href={phoneHref(officer.phone)}>
          {officer.phone}
        </a>
      </p>
    </aside>
  );
}
