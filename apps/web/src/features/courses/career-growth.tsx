import type {
  CareerRole,
  CareerTab,
  CareerGrowth as Growth,
} from '@meridian/contracts/courses/career-growth';
import { TrendingUp } from 'lucide-react';
import { useState } from 'react';
import { Picture } from '../../ui/picture.tsx';
import { type Tab, TabList, TabPanel } from '../../ui/tabs.tsx';

const roles: readonly Tab<CareerRole>[] = [
  { value: 'project_manager', label: 'Project Manager' },
  { value: 'project_lead', label: 'Project Lead' },
  { value: 'pmo_lead', label: 'PMO Lead' },
  { value: 'project_director', label: 'Project Director' },
];

/** @returns true where at least one role has something to show */
export function hasCareerGrowth(growth: Growth): boolean {
  return roles.some(({ value }) => Object.values(growth[value]).some(Boolean));
}

/** Where the course leads: for each role two charts and how much it is wanted. */
export function CareerGrowth({ growth }: { growth: Growth }) {
  const [selected, setSelected] = useState<CareerRole>('project_manager');
  return (
    <>
      <TabList
        name="career"
        label="Roles"
        tabs={roles}
        selected={selected}
        onSelect={(role) => setSelected(role)}
      />
      {roles.map(({ value }) => (
        <TabPanel key={value} name="career" value={value} hidden={value !== selected} className="mt-6">
          <RoleGrowth growth={growth[value]} />
        </TabPanel>
      ))}
    </>
  );
}

function RoleGrowth({ growth }: { growth: CareerTab }) {
  const charts = [
    { title: growth.first_title, image: growth.first_image, words: growth.first_image_title },
    { title: growth.second_title, image: growth.second_image, words: growth.second_image_title },
  ].filter((chart) => chart.image || chart.title);
  return (
    <div className="grid gap-5 md:grid-cols-2 lg:grid-cols-[1fr_1fr_18rem]">
      {charts.map((chart) => (
        <figure
          key={chart.title + chart.image}
          className="rounded-lg border border-line bg-surface p-4 shadow-card"
        >
          <figcaption className="mb-3 font-semibold">{chart.title}</figcaption>
          <Picture
            src={chart.image}
            alt={chart.words || chart.title}
            width={480}
            height={320}
            className="h-auto w-full rounded-md"
          />
        </figure>
      ))}
      {growth.demand_title || growth.demand_description ? (
        <div className="rounded-lg bg-brand-strong p-6 text-white md:col-span-2 lg:col-span-1">
          <p className="flex items-center gap-2 text-sm font-bold">
            <TrendingUp aria-hidden="true" className="size-5 text-accent" /> Demand
          </p>
          <p className="mt-3 font-display text-2xl font-bold">{growth.demand_title}</p>
          <p className="mt-3 text-sm text-white/90">{growth.demand_description}</p>
        </div>
      ) : null}
    </div>
  );
}
