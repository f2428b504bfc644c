import type {
  CareerRole,
  CareerTab,
  CareerGrowth as Growth,
} from '@meridian/contracts/site/courses/career-growth';
import { TrendingUp } from '@meridian/ui/icons';
import { Image } from '@meridian/ui/image';
import { type Tab, TabList, TabPanel } from '@meridian/ui/tabs';
import { useState } from 'react';
import { hasCareerData } from './career-data.ts';

export interface CareerGrowthProps {
  growth: Growth;
}

const careerRoles: readonly Tab<CareerRole>[] = [
  { value: 'project_manager', label: 'Project Manager' },
  { value: 'project_lead', label: 'Project Lead' },
  { value: 'pmo_lead', label: 'PMO Lead' },
  { value: 'project_director', label: 'Project Director' },
];

/** Career prospects: for each role two charts and the demand. */
export function CareerGrowth({ growth }: CareerGrowthProps) {
  const roles = careerRoles.filter(({ value }) => hasCareerData(growth[value]));
  const [selected, setSelected] = useState<CareerRole | undefined>(roles[0]?.value);
  if (!selected) return null;
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
        <TabPanel
          key={value}
          name="career"
          value={value}
          hidden={value !== selected}
          focusable
          className="mt-6"
        >
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
    <div className="grid gap-5 md:grid-cols-2">
      {charts.map((chart) => (
        <figure
          key={chart.title + chart.image}
          className="flex flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-card"
        >
          <figcaption className="grow px-5 py-4 font-semibold">{chart.title}</figcaption>
          <Image
            src={chart.image}
            alt={chart.words || chart.title}
            width={480}
            height={320}
            className="h-auto w-full border-t border-line"
          />
        </figure>
      ))}
      {growth.demand_title || growth.demand_description ? (
        <div className="grid gap-x-8 gap-y-2 rounded-lg bg-brand-strong p-5 text-white sm:p-6 md:col-span-2 md:grid-cols-[2fr_3fr] md:items-center">
          <div>
            <p className="flex items-center gap-2 text-sm font-bold">
              <TrendingUp aria-hidden="true" className="size-5 text-accent" /> Demand
            </p>
            <p className="mt-2 font-display text-2xl font-bold text-balance">{growth.demand_title}</p>
          </div>
          <p className="text-sm text-white/90">{growth.demand_description}</p>
        </div>
      ) : null}
    </div>
  );
}
