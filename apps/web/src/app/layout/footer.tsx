import { instance } from '@meridian/contracts/site/instance';
import { MessageCircle } from '@meridian/ui/icons';
import { Container } from '@meridian/ui/section';
import { use } from 'react';
import { contact } from '../../content/contact.ts';
import { AbsentPages } from '../../routing/absent-pages.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Link } from '../../ui/link.tsx';
import { Company } from './company.ts';
import { Logo } from './logo.tsx';
import { SocialLinks } from './social-links.tsx';

const linkClass =
  'inline-flex min-h-8 items-center wrap-anywhere text-sm text-white/80 hover:text-white hover:underline';

function FooterLink({ label, href }: { label: string; href: string }) {
  return href.startsWith('/') ? (
    <Link to={href} className={linkClass}>
      {label}
    </Link>
  ) : (
    <a href={href} rel="noopener" target="_blank" className={linkClass}>
      {label}
    </a>
  );
}

/**
 * The columns, without their links to pages that have no content. A column that loses all its links to pages
 * of this site is left out.
 */
function useColumns() {
  const absent = use(AbsentPages);
  return instance().footer.flatMap(({ title, links }) => {
    const present = links.filter(({ href }) => !absent.includes(href));
    const leadsInside = present.some(({ href }) => href.startsWith('/'));
    return present.length === links.length || leadsInside ? [{ title, links: present }] : [];
  });
}

export function Footer() {
  const columns = useColumns();
  const company = use(Company);
  const { name, founded, grievance } = instance();
  const { email, phone, phoneHref, mobile, whatsappHref } = contact();
  return (
    <footer className="bg-ink-deep py-10 text-white">
      <Container>
        <div className="grid gap-10 lg:grid-cols-[18rem_1fr]">
          <div>
            <Logo inverse />
            <ul className="mt-6 grid gap-1 text-sm">
              {[
                { label: phone, href: phoneHref },
                ...(mobile ? [mobile] : []),
                { label: email, href: `mailto:${email}` },
              ].map(({ label, href }) => (
                <li key={href}>
                  <a href={href} className={linkClass}>
                    {label}
                  </a>
                </li>
              ))}
            </ul>
            <div className="mt-5 flex flex-wrap gap-3">
              <ButtonLink to="/contact-us" tone="accent">
                Drop a Query
              </ButtonLink>
              {whatsappHref === undefined ? null : (
                <a
                  href={whatsappHref}
                  rel="noopener"
                  target="_blank"
                  className="inline-flex min-h-11 items-center gap-2 rounded-md border border-white/40 px-4 font-semibold hover:bg-white/10"
                >
                  <MessageCircle aria-hidden="true" className="size-5" /> WhatsApp
                </a>
              )}
            </div>
            <SocialLinks className="mt-6 -ml-2" />
          </div>
          <nav aria-label="Footer" className="grid grid-cols-2 gap-10 sm:grid-cols-3">
            {columns.map((column) => (
              <div key={column.title}>
                <h2 className="mb-2 text-base">{column.title}</h2>
                <ul>
                  {column.links.map((link) => (
                    <li key={link.href}>
                      <FooterLink {...link} />
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </nav>
        </div>
        <div className="mt-12 flex flex-wrap items-center justify-between gap-4 border-t border-white/15 pt-6">
          <p className="text-sm text-white/80">
            © {name}. {founded === undefined ? null : `Founded in ${founded}. `}All rights reserved.
            <br />
            {company && (
              <>
                {company}
                <br />
              </>
            )}
            Grievance officer: {grievance.name},{' '}
            <a href={`mailto:${grievance.email}`} className={linkClass}>
              {grievance.email}
            </a>
          </p>
          <img
            src="/payment-methods.svg"
            alt="Payment by UPI, card, net banking and wallet"
            width="228"
            height="28"
            loading="lazy"
          />
        </div>
      </Container>
    </footer>
  );
}
