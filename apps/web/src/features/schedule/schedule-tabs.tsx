import type { DayType } from '@meridian/contracts/site/schedule/schedule';
import { useDebounced } from '@meridian/ui/debounce';
import { ListRegion } from '@meridian/ui/list-region';
import { Loading } from '@meridian/ui/notice';
import { type Tab, TabList, TabPanel } from '@meridian/ui/tabs';
import { useState } from 'react';
import { changePageQuery, usePageQuery } from '../../routing/page-query.ts';
import { useLiveCoupons } from '../coupons/public.ts';
import { firstList, useScheduleList } from './api.ts';
import { BatchList } from './batch-list.tsx';

const tabs: readonly Tab<DayType>[] = [
  { value: '', label: 'All' },
  { value: 'weekday', label: 'Weekday' },
  { value: 'weekend', label: 'Weekend' },
];

/** Delay before the batches of a tab are requested, so that moving through the tabs sends one request. */
const fetchDelayMs = 250;

/** All batches, or only those on weekdays or weekends. The query string stores the chosen tab. */
export function ScheduleTabs({
  courseId,
  courseName,
  category,
  enquiryPath,
}: {
  courseId: number;
  courseName: string;
  category: string;
  enquiryPath: string;
}) {
  const days = usePageQuery().get('days');
  const dayType = tabs.find(({ value }) => value === days)?.value ?? '';
  const [list, setList] = useState(() => firstList(courseId));
  if (dayType !== list.day_type) setList({ ...list, day_type: dayType, turn: list.turn + 1 });
  const fetched = useDebounced(list, fetchDelayMs);
  const query = useScheduleList(fetched);
  const isChosen = fetched === list;
  // Here, because the list is mounted again for each tab, and its coupons should not load again.
  const coupons = useLiveCoupons({ courseId, category });

  function select(chosen: DayType): void {
    if (chosen !== list.day_type) changePageQuery({ days: chosen, pages: '', seats: '' });
  }

  // Without batches there are no tabs.
  const isEmpty = isChosen && !dayType && query.currentData?.pages[0]?.total_schedule === 0;

  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <div>
          <h2 className="text-2xl">Upcoming batches</h2>
          <p className="mt-1 text-ink-soft">All times are India time. Prices are for one seat.</p>
        </div>
        {isEmpty ? null : (
          <TabList
            name="schedule"
            label="Days of the batches"
            tabs={tabs}
            selected={list.day_type}
            onSelect={select}
            panel=""
          />
        )}
      </div>
      <TabPanel name="schedule" value="" labelledBy={list.day_type} className="mt-6">
        <ListRegion loading={!isChosen || !(query.currentData || query.error)}>
          {isChosen ? (
            <BatchList
              query={query}
              courseId={courseId}
              courseName={courseName}
              enquiryPath={enquiryPath}
              coupons={coupons}
            />
          ) : (
            <Loading />
          )}
        </ListRegion>
      </TabPanel>
    </>
  );
}
