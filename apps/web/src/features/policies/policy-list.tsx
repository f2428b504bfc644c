import { contact } from '../../site-content.ts';
import { NavLink } from '../../ui/link.tsx';
import { policies } from './policies.ts';

/** Links to the other policies and to the contact page. */
export function PolicyList() {
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
        <a
          className="wrap-anywhere font-semibold text-brand underline underline-offset-2"
          href={`mailto:${contact.email}`}
        >
          {contact.email}
        </a>
      </p>
    </aside>
  );
}
