import { instance } from '@meridian/contracts/site/instance';
import { contact } from '../../content/contact.ts';
import { breadcrumbData } from '../../routing/breadcrumb-data.ts';
import type { Heads } from '../../routing/head.ts';

function page(path: string, title: string, describe: () => string): Heads {
  return {
    [path]: ({ publicUrl }) => ({
      title,
      description: describe(),
      canonical: path,
      structuredData: import.meta.env.SSR
        ? [
            breadcrumbData(publicUrl, [
              { name: 'Home', path: '/' },
              { name: title, path },
            ]),
          ]
        : [],
    }),
  };
}

export const companyHeads: Heads = {
  ...page(
    '/about-us',
    'About Us',
    () =>
      `Who ${instance().name} is, how far its learners have come, what it teaches, and how: live, in small groups, by people who have done the job.`,
  ),
  ...page('/corporate', 'Corporate', () => instance().texts.corporate.description),
  ...page(
    '/contact-us',
    'Contact Us',
    () => `Call, write or send a message to ${instance().name}: ${contact().phone}, ${contact().email}.`,
  ),
  ...page(
    '/become-an-instructor',
    'Become an Instructor',
    () => `Teach ${instance().subjects.short} with ${instance().name}. Send your details and your resume.`,
  ),
  ...page(
    '/partner-with-us',
    'Partner With Us',
    () =>
      `Offer ${instance().subjects.short} training together with ${instance().name}, to your customers or to your own people.`,
  ),
  '/demo': () => ({ title: 'Demo', description: 'An empty page.', canonical: '/demo' }),
  '/test': () => ({ title: 'Test', description: 'Three sections under a row of tabs.', canonical: '/test' }),
};
