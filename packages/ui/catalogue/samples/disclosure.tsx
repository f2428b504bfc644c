import { useRef, useState } from 'react';
import { Accordion } from '../../src/accordion.tsx';
import { Carousel } from '../../src/carousel.tsx';
import { ReadMore } from '../../src/read-more.tsx';
import { SectionTabs } from '../../src/section-tabs.tsx';
import { TabList, TabPanel } from '../../src/tabs.tsx';
import { ViewMore } from '../../src/view-more.tsx';
import { type ComponentSamples, longWords, noop } from '../sample.ts';

const cities = ['Bengaluru', 'Pune', 'Chennai', 'Kolkata', 'Delhi', 'Kochi'];
const tabs = [
  { value: 'online', label: 'Online' },
  { value: 'classroom', label: 'Classroom' },
];
const sectionTabs = [
  { id: 'accordion', label: 'Accordion' },
  { id: 'tabs', label: 'Tabs' },
];

function Tabs() {
  const [selected, setSelected] = useState('online');
  return (
    <>
      <TabList name="mode" label="Mode" tabs={tabs} selected={selected} onSelect={setSelected} />
      {tabs.map(({ value, label }) => (
        <TabPanel
          key={value}
          name="mode"
          value={value}
          hidden={value !== selected}
          focusable
          className="py-3"
        >
          {label} batches
        </TabPanel>
      ))}
    </>
  );
}

function ListWithMore({ busy = false, failure }: { busy?: boolean; failure?: string }) {
  const list = useRef<HTMLUListElement>(null);
  return (
    <>
      <ul ref={list}>
        <li>Scrum Master</li>
        <li>Product Owner</li>
      </ul>
      <ViewMore list={list} shown={2} total={9} what="courses" busy={busy} failure={failure} onMore={noop} />
    </>
  );
}

export const disclosureSamples: readonly ComponentSamples[] = [
  {
    component: 'Accordion',
    wide: true,
    samples: [
      {
        state: 'first item open, others closed, long text',
        content: (
          <Accordion
            items={[
              { key: 1, title: 'Who is it for?', content: 'Everyone who works in a team.' },
              { key: 2, title: 'How long does it take?', content: 'Two days.' },
              { key: 3, title: longWords, content: longWords },
            ]}
          />
        ),
      },
      { state: 'empty', content: <Accordion items={[]} /> },
    ],
  },
  { component: 'Tabs', samples: [{ state: 'one of two selected', content: <Tabs /> }] },
  {
    component: 'Section tabs',
    wide: true,
    samples: [
      {
        state: 'links to two sections',
        content: <SectionTabs label="Sections" offsetPx={200} tabs={sectionTabs} />,
      },
    ],
  },
  {
    component: 'Carousel',
    wide: true,
    samples: [
      {
        state: 'one slide on a telephone, three on a desktop',
        content: (
          <Carousel label="Cities" className="[--slides:1] lg:[--slides:3]">
            {cities.map((city) => (
              <p key={city} className="w-full rounded-lg border border-line bg-surface p-6">
                {city}
              </p>
            ))}
          </Carousel>
        ),
      },
    ],
  },
  {
    component: 'View more',
    samples: [
      { state: 'normal', content: <ListWithMore /> },
      { state: 'busy', content: <ListWithMore busy /> },
      { state: 'error', content: <ListWithMore failure="Fetch error" /> },
    ],
  },
  {
    component: 'Read more',
    samples: [
      { state: 'short text', content: <ReadMore title="Asha Rao" text="Taught me a lot." /> },
      { state: 'long text', content: <ReadMore title="Asha Rao" text={longWords} /> },
    ],
  },
];
