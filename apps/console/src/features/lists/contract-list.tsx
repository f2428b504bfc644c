/** The screen for each list that the contracts define. */
import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import { type ListName, listNames, lists } from '@meridian/contracts/operators/lists';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { deskApi } from '../../api/desk-api.ts';
import { Badge } from '../../parts/badge.tsx';
import type { Column } from '../../parts/columns.ts';
import { SelectFilter } from '../../parts/filters.tsx';
import { ListScreen, useList } from '../../parts/list-screen.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';

type Row = { id: string } & Record<string, unknown>;

function show(value: unknown, format: string): ReactNode {
  if (value === null || value === '') return null;
  if (format === 'money') return <span className="tabular-nums">{formatPaise(Number(value))}</span>;
  if (format === 'moment') return <Timestamp iso={String(value)} short />;
  if (format === 'state') return <Badge state={String(value)} />;
  return String(value);
}

interface Contract {
  title: string;
  filter: { label: string; options: readonly (readonly [value: string, text: string])[] };
  columns: readonly { header: string; lines: readonly (readonly [field: string, format: string])[] }[];
  hrefOf(row: Row): string;
  empty: string;
}

function columnsOf({ columns, hrefOf }: Contract): Column<Row>[] {
  return columns.map(({ header, lines }, index) => ({
    id: header,
    header,
    cell({ row: { original: row } }) {
      const [first, ...others] = lines.map(([field, format]) => show(row[field], format));
      // A row has space for two lines.
      const second = others.find((line) => line !== null);
      return (
        <>
          {index === 0 ? (
            <Link to={hrefOf(row)} className="font-semibold text-ink">
              {first ?? 'Erased'}
            </Link>
          ) : (
            <div className="text-xs">{first}</div>
          )}
          {second ? <div className="truncate text-xs text-ink-soft">{second}</div> : null}
        </>
      );
    },
  }));
}

/** Created once, because a table loses its state if its columns change. */
const columns = new Map(listNames.map((name) => [name, columnsOf(lists[name])] as const));

export function ContractList({ name }: { name: ListName }) {
  const [params] = useSearchParams();
  const query = useList(deskApi.useListInfiniteQuery, { name, filter: params.get('filter') ?? undefined });
  const { title, filter, hrefOf, empty }: Contract = lists[name];
  return (
    <ListScreen
      title={title}
      query={query}
      filters={<SelectFilter name="filter" label={filter.label} options={filter.options} />}
      columns={columns.get(name) ?? []}
      hrefOf={hrefOf}
      grid="grid-cols-[1fr_auto_auto] sm:grid-cols-[1fr_10rem_8rem]"
      empty={params.get('filter') ? `No ${title.toLowerCase()} match the filter.` : empty}
    />
  );
}
