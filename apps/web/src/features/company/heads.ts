import { brand } from '@meridian/contracts/brand';
import { contact } from '../../content/site-content.ts';
import { breadcrumbData } from '../../routing/breadcrumb-data.ts';
import type { Heads } from '../../routing/head.ts';

function page(path: string, title: string, description: string): Heads {
  return {
    [path]: ({ publicUrl }) => ({
      title,
      description,
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
    `Who ${brand} is, how far its learners have come, what it teaches, and how: live, in small groups, by people who have done the job.`,
  ),
  ...page(
    '/corporate',
    'Corporate',
    'Agile training for whole teams: SAFe, Scrum Alliance and Scrum.org certifications, technical agility, DevOps and project management workshops of one to five days.',
  ),
  ...page(
    '/contact-us',
    'Contact Us',
    `Call, write or send a message to ${brand}: ${contact.phone}, ${contact.email}.`,
  ),
  ...page(
    '/become-an-instructor',
    'Become an Instructor',
    `Teach agile and project management live online with ${brand}. Send your details and your resume.`,
  ),
  ...page(
    '/partner-with-us',
    'Partner With Us',
    `Offer agile and project management training together with ${brand}, to your customers or to your own people.`,
  ),
  '/demo': () => ({ title: 'Demo', description: 'An empty page.', canonical: '/demo' }),
  '/test': () => ({ title: 'Test', description: 'Three sections under a row of tabs.', canonical: '/test' }),
};
