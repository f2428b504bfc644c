import type { DayType } from '@meridian/contracts/schedule/schedule';
import { useState } from 'react';
import { useDebounced } from '../../ui/debounce.ts';
import { Loading } from '../../ui/notice.tsx';
import { type Tab, TabList, TabPanel } from '../../ui/tabs.tsx';
import { firstList } from './api.ts';
import { BatchList } from './batch-list.tsx';

const tabs: readonly Tab<DayType>[] = [
  { value: '', label: 'All' },
  { value: 'weekday', label: 'Weekday' },
  { value: 'weekend', label: 'Weekend' },
];

/** How long a choice of tab rests before it is fetched, so that moving through the tabs asks the server once. */
const fetchDelayMs = 250;

/** All batches, or those of weekdays or weekends. */
export function ScheduleTabs({ courseId, courseName }: { courseId: number; courseName: string }) {
  const [list, setList] = useState(() => firstList(courseId));
  const fetched = useDebounced(list, fetchDelayMs);

  function select(dayType: DayType): void {
    if (dayType !== list.day_type) setList({ ...list, day_type: dayType, turn: list.turn + 1 });
  }

  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <div>
          <h2 className="text-2xl">Upcoming batches</h2>
          <p className="mt-1 text-ink-soft">All times are India time. Fees are for one seat, plus GST.</p>
        </div>
        <TabList
          name="schedule"
          label="Days of the batches"
          tabs={tabs}
          selected={list.day_type}
          onSelect={select}
          panel=""
        />
      </div>
      <TabPanel name="schedule" value="" labelledBy={list.day_type} className="mt-6">
        {fetched === list ? <BatchList key={list.turn} list={list} courseName={courseName} /> : <Loading />}
      </TabPanel>
    </>
  );
}
