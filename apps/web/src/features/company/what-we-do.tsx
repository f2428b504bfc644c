import { instance } from '@meridian/contracts/site/instance';
import { Building2, GraduationCap, Handshake, NotebookPen } from '@meridian/ui/icons';
import { Section } from '@meridian/ui/section';
import { use } from 'react';
import { AbsentPages } from '../../routing/absent-pages.ts';
import { Link } from '../../ui/link.tsx';

const offers = (subjects: string) => [
  {
    Icon: GraduationCap,
    title: 'Public classes',
    text: `Classes in ${subjects}, with their dates and prices.`,
    to: '/#popular-courses',
    action: 'Find a class',
  },
  {
    Icon: Building2,
    title: 'Training for companies',
    text: 'Programmes for whole teams, built around the work that they have now.',
    to: '/corporate',
    action: 'See corporate training',
  },
  {
    Icon: NotebookPen,
    title: 'Free books and tests',
    text: 'E-books to read on the train and practice tests with an answer and a reason for every question.',
    to: '/resources',
    action: 'Open the library',
  },
  {
    Icon: Handshake,
    title: 'Work with trainers and partners',
    text: 'Practitioners who teach with us, and companies that bring our classes to their own customers.',
    to: '/partner-with-us',
    action: 'Partner with us',
  },
];

/** The provider's services, each with a link. */
export function WhatWeDo() {
  const absent = use(AbsentPages);
  return (
    <Section title="What we do" intro="Training in the form that suits you.">
      <ul className="grid border-t border-line sm:grid-cols-2 sm:gap-x-12">
        {offers(instance().subjects.long)
          .filter(({ to }) => !absent.includes(to))
          .map(({ Icon, title, text, to, action }) => (
            <li key={title} className="flex gap-5 border-b border-line py-7">
              <span className="grid size-13 shrink-0 place-items-center rounded-lg bg-accent-soft text-accent-strong">
                <Icon aria-hidden="true" />
              </span>
              <div>
                <h3 className="text-xl">{title}</h3>
                <p className="mt-2 text-ink-soft">{text}</p>
                <Link
                  to={to}
                  className="mt-3 inline-flex min-h-8 items-center font-semibold text-brand-strong underline underline-offset-4"
                >
                  {action}
                </Link>
              </div>
            </li>
          ))}
      </ul>
    </Section>
  );
}
