import { Clock, Mail, MessageCircle, Phone } from '@meridian/ui/icons';
import { Container } from '@meridian/ui/section';
import { contact } from '../../content/contact.ts';
import { LeadCard } from './lead-card.tsx';

function ways() {
  const { phone, phoneHref, mobile, email, whatsappHref } = contact();
  return [
    { Icon: Phone, label: 'Call us', value: phone, href: phoneHref },
    ...(mobile
      ? [{ Icon: Phone, label: 'Or on our second line', value: mobile.label, href: mobile.href }]
      : []),
    { Icon: Mail, label: 'Write to us', value: email, href: `mailto:${email}` },
    ...(whatsappHref === undefined
      ? []
      : [{ Icon: MessageCircle, label: 'Chat with us', value: 'WhatsApp', href: whatsappHref }]),
  ];
}

/** Contact details and the contact form. */
export function ContactScreen() {
  return (
    <div className="bg-brand-faint">
      <Container className="grid gap-10 py-12 sm:py-16 lg:grid-cols-[0.9fr_1.1fr] lg:gap-16 lg:py-20">
        <div>
          <h1 className="text-4xl">Contact Us</h1>
          <p className="mt-4 max-w-text text-lg text-ink-soft">
            A question about a course, a batch or an invoice? You reach people who know the courses, not a
            call centre.
          </p>
          <ul className="mt-8 grid sm:grid-cols-2 sm:gap-x-8 lg:grid-cols-1">
            {ways().map(({ Icon, label, value, href }) => (
              <li key={href} className="border-t border-line last:border-b sm:max-lg:nth-3:border-b">
                <a href={href} className="group flex min-h-18 items-center gap-4 py-3">
                  <span className="grid size-11 shrink-0 place-items-center rounded-full bg-brand text-white">
                    <Icon aria-hidden="true" className="size-5" />
                  </span>
                  <span className="min-w-0">
                    <span className="block text-sm text-ink-soft">{label}</span>
                    <span className="block font-semibold break-words text-brand-strong group-hover:underline">
                      {value}
                    </span>
                  </span>
                </a>
              </li>
            ))}
          </ul>
          <p className="mt-6 flex items-center gap-3 text-ink-soft">
            <Clock aria-hidden="true" className="size-5 shrink-0 text-brand" /> {contact().hours}
          </p>
        </div>
        <LeadCard
          form="contact_us"
          title="Send us a message"
          note="We answer by email, or call you if that is quicker."
        />
      </Container>
    </div>
  );
}
