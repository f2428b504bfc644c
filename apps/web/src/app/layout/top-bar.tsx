import { Mail, Phone } from '@meridian/ui/icons';
import { Container } from '@meridian/ui/section';
import { contact } from '../../content/contact.ts';
import { SocialLinks } from './social-links.tsx';

/** Phone, email and social links at the top of every page. */
export function TopBar() {
  return (
    <section aria-label="Contact" className="bg-ink-deep text-sm text-white">
      <Container className="flex min-h-10 items-center justify-between gap-4">
        <p className="flex items-center gap-x-5">
          <a href={contact().phoneHref} className="flex min-h-8 items-center gap-2 hover:underline">
            <Phone aria-hidden="true" className="size-4" /> {contact().phone}
          </a>
          <a
            href={`mailto:${contact().email}`}
            aria-label={contact().email}
            className="flex min-h-8 min-w-8 items-center gap-2 hover:underline max-sm:justify-center"
          >
            <Mail aria-hidden="true" className="size-4" />
            <span className="max-sm:hidden">{contact().email}</span>
          </a>
        </p>
        <SocialLinks className="max-sm:hidden" />
      </Container>
    </section>
  );
}
