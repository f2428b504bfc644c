import * as icons from '../../src/icons.tsx';
import { Image } from '../../src/image.tsx';
import { LogoRow } from '../../src/logo-row.tsx';
import { PageHeading } from '../../src/page-heading.tsx';
import { RichText } from '../../src/rich-text.tsx';
import { Container, Section } from '../../src/section.tsx';
import { SocialIcon, type SocialNetwork } from '../../src/social-icon.tsx';
import { Stars } from '../../src/stars.tsx';
import { TickList } from '../../src/tick-list.tsx';
import { type ComponentSamples, longWords } from '../sample.ts';

const networks: readonly SocialNetwork[] = ['facebook', 'instagram', 'linkedin', 'x', 'youtube'];
const drawing = (width: number, height: number) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="#d7ede6"/><circle cx="50%" cy="50%" r="${height / 4}" fill="#0f6b5c"/></svg>`,
  )}`;
const logos = ['Asha', 'Kaveri', 'Rao'].map((name, id) => ({ id, name, image: drawing(150, 60) }));
const html = `<h3>What you learn</h3><p>Plan, <a href="#rich-text">review</a> and <code>inspect</code>.</p>
<ul><li>Roles</li><li>Events</li></ul><blockquote>It works.</blockquote>
<table><tbody><tr><th>Day</th><th>Topic</th></tr><tr><td>1</td><td>${longWords}</td></tr></tbody></table>`;

export const contentSamples: readonly ComponentSamples[] = [
  {
    component: 'Icons',
    wide: true,
    samples: [
      {
        state: 'all in use',
        content: (
          <ul className="flex flex-wrap gap-4">
            {Object.entries(icons).map(([name, Icon]) => (
              <li key={name} className="grid justify-items-center text-xs">
                <Icon className="size-6" />
                {name}
              </li>
            ))}
          </ul>
        ),
      },
    ],
  },
  {
    component: 'Page heading',
    wide: true,
    samples: [
      {
        state: 'with eyebrow and introduction',
        content: <PageHeading title="About us" eyebrow="Company" intro="Training since 2011." />,
      },
      { state: 'long text', content: <PageHeading title={longWords} intro={longWords} /> },
    ],
  },
  {
    component: 'Section',
    wide: true,
    samples: [
      {
        state: 'with eyebrow and introduction',
        content: (
          <Section title="Upcoming batches" eyebrow="Schedule" intro="In the next three months.">
            Content
          </Section>
        ),
      },
      { state: 'container alone', content: <Container className="bg-sand py-4">Content</Container> },
    ],
  },
  {
    component: 'Rich text',
    wide: true,
    samples: [{ state: 'every element', content: <RichText html={html} /> }],
  },
  {
    component: 'Image',
    samples: [
      {
        state: 'normal',
        content: <Image src={drawing(320, 180)} alt="A green disc" width={320} height={180} />,
      },
      {
        state: 'missing, with words',
        content: (
          <Image src="" alt="" width={320} height={180} missing="No picture" className="h-30 bg-sand" />
        ),
      },
      { state: 'missing', content: <Image src="" alt="" width={320} height={180} /> },
    ],
  },
  {
    component: 'Logo row',
    wide: true,
    samples: [
      { state: 'three logos', content: <LogoRow title="They train with us" logos={logos} /> },
      { state: 'empty', content: <LogoRow title="They train with us" logos={[]} /> },
    ],
  },
  {
    component: 'Stars',
    samples: [0, 2.5, 4.9, 5].map((rating) => ({
      state: `${rating} of 5`,
      content: <Stars rating={rating} />,
    })),
  },
  {
    component: 'Tick list',
    samples: [
      { state: 'brand, long text', content: <TickList items={['Two days', 'A certificate', longWords]} /> },
      {
        state: 'accent on dark ground',
        ground: 'dark',
        content: <TickList tone="accent" className="text-white" items={['Two days', 'A certificate']} />,
      },
      { state: 'empty', content: <TickList items={[]} /> },
    ],
  },
  {
    component: 'Social mark',
    samples: networks.map((network) => ({
      state: network,
      content: (
        <p className="flex items-center gap-2">
          <SocialIcon network={network} /> {network}
        </p>
      ),
    })),
  },
];
