import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { classNames } from './class-names.ts';

export interface Tab<Value extends string> {
  value: Value;
  label: ReactNode;
}

const steps: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
};

const tabId = (name: string, value: string) => `${name}-tab-${value || 'all'}`;
const panelId = (name: string, value: string) => `${name}-panel-${value || 'all'}`;

/** Tab list, operated by click, arrow keys, Home and End. */
export function TabList<Value extends string>({
  name,
  label,
  tabs,
  selected,
  onSelect,
  panel,
}: {
  /** Prefix of the ids that link tabs and panels. Must be unique in the page. */
  name: string;
  label: string;
  tabs: readonly Tab<Value>[];
  selected: Value;
  onSelect(value: Value): void;
  /** Value of the panel that all tabs share. By default each tab has its own panel. */
  panel?: Value;
}) {
  const list = useRef<HTMLDivElement>(null);

  function move(event: KeyboardEvent, index: number): void {
    const next = steps[event.key]?.(index, tabs.length);
    const tab = next === undefined ? undefined : tabs[next];
    if (!tab) return;
    event.preventDefault();
    onSelect(tab.value);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next ?? 0]?.focus();
  }

  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      className="inline-flex max-w-full gap-1 overflow-x-auto rounded-md bg-sand p-1 [scrollbar-width:none]"
    >
      {tabs.map((tab, index) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={tabId(name, tab.value)}
          aria-selected={tab.value === selected}
          aria-controls={panelId(name, panel ?? tab.value)}
          tabIndex={tab.value === selected ? 0 : -1}
          onClick={() => onSelect(tab.value)}
          onKeyDown={(event) => move(event, index)}
          className="min-h-11 shrink-0 rounded-sm px-4 font-semibold whitespace-nowrap text-ink-soft -outline-offset-3 hover:text-ink aria-selected:bg-surface aria-selected:text-brand-strong aria-selected:shadow-card sm:px-6"
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}

/** Panel of a tab. */
export function TabPanel({
  name,
  value,
  labelledBy = value,
  hidden,
  focusable = false,
  className,
  children,
}: {
  name: string;
  value: string;
  /** Value of the tab that labels a shared panel. */
  labelledBy?: string;
  hidden?: boolean;
  /** True to make the panel focusable. Required if its content has no focusable element. */
  focusable?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div
      role="tabpanel"
      id={panelId(name, value)}
      aria-labelledby={tabId(name, labelledBy)}
      hidden={hidden}
      tabIndex={focusable ? 0 : undefined}
      className={classNames(className)}
    >
      {children}
    </div>
  );
}
