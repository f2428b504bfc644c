/** The public load: visitors start at a constant rate, independent of the answers. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from './events.ts';
import { buy, type Enquiry, enquire, type Purchase, type Visitors } from './visitors.ts';

/** Number per second. */
export interface Rates {
  pages: number;
  leads: number;
  payments: number;
}

export interface Load {
  /** Ends the load, and waits for the visitors in progress. */
  stop: () => Promise<void>;
  enquiries: (Enquiry & { fault: string })[];
  purchases: (Purchase & { fault: string })[];
}

/** Starts all visitors that are due. If this process was delayed, several start together. */
function startSource(perSecond: number, start: () => void, open: () => boolean): Promise<void> {
  if (perSecond === 0) return Promise.resolve();
  const beganAt = performance.now();
  let started = 0;
  return (async () => {
    while (open()) {
      const due = ((performance.now() - beganAt) * perSecond) / 1_000;
      for (; started < due; started += 1) start();
      await sleep(Math.max(5, 500 / perSecond));
    }
  })();
}

/** @param fault name of the current fault, under which visitors are counted */
export function startLoad(
  visitors: Visitors,
  { rates, paths, fault }: { rates: Rates; paths: readonly string[]; fault: () => string },
): Load {
  const { events, siteUrl, random } = visitors;
  const inProgress = new Set<Promise<unknown>>();
  let open = true;
  const run = (work: Promise<unknown>) => {
    inProgress.add(work);
    void work.finally(() => inProgress.delete(work));
  };
  const enquiries: Load['enquiries'] = [];
  const purchases: Load['purchases'] = [];
  const isOpen = () => open;
  const sources = Promise.all([
    startSource(rates.pages, () => run(ask(siteUrl + random.pick(paths), { kind: 'page', events })), isOpen),
    startSource(
      rates.leads,
      () => {
        const enquiry = { email: `lead-${enquiries.length}@visitor.example`, thanked: false, fault: fault() };
        enquiries.push(enquiry);
        run(enquire(visitors, enquiry));
      },
      isOpen,
    ),
    startSource(
      rates.payments,
      () => {
        const email = `buyer-${purchases.length}@visitor.example`;
        const purchase = { email, paymentId: undefined, thanked: false, fault: fault() };
        purchases.push(purchase);
        run(buy(visitors, purchase));
      },
      isOpen,
    ),
  ]);
  return {
    enquiries,
    purchases,
    async stop() {
      open = false;
      await sources;
      await Promise.all(inProgress);
    },
  };
}
