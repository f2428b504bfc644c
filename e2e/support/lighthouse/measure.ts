import lighthouse, { type Flags } from 'lighthouse';

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export type Category = (typeof categories)[number];

/** Result of one audit. */
export interface Look {
  /** 0 to 100. */
  scores: Partial<Record<Category, number>>;
  /** Absent if the category performance was not measured. */
  timing?: { fcpMs: number; lcpMs: number; tbtMs: number; cls: number; speedIndexMs: number };
  /** Failed audits, each with its first finding. */
  faults: string[];
}

export interface LookOptions {
  /** Port of the browser's debugging protocol. */
  port: number;
  categories: readonly Category[];
  /** True for audits that do not depend on timing: no throttling, no waiting, no third parties. */
  quick?: boolean;
  /** True for a 404 page, whose console error is expected. */
  missing?: boolean;
}

type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

// Audits that a quick run leaves out. They are the only ones that need a trace, which takes seconds. Other
// tests check the doctype; `baseline` is informative.
const tracedAudits = ['doctype', 'baseline'];

const quickFlags: Flags = {
  blockedUrlPatterns: ['https://*'],
  // No throttling. With `provided`, Lighthouse would wait five seconds at each step.
  throttlingMethod: 'simulate',
  pauseAfterFcpMs: 0,
  pauseAfterLoadMs: 100,
  networkQuietThresholdMs: 100,
  cpuQuietThresholdMs: 100,
};

function firstFinding(details: Result['audits'][string]['details']): string {
  if (!details || !('items' in details)) return '';
  const [item] = details.items;
  if (!item) return '';
  const { node, description, source, url } = item as Record<string, unknown> & {
    node?: { selector?: string };
  };
  const words = [node?.selector, description, url, source].find((word) => typeof word === 'string');
  return words === undefined ? '' : ` (${words})`;
}

function faultsOf({ categories: found, audits }: Result): string[] {
  return Object.values(found).flatMap((category) =>
    category.auditRefs
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${category.id}: ${id}${firstFinding(audits[id]?.details)}`),
  );
}

/**
 * Audits a page once with the mobile preset.
 * @throws Error if the audit fails
 */
export async function look(url: string, options: LookOptions): Promise<Look> {
  const result = await lighthouse(url, {
    port: options.port,
    logLevel: 'error',
    disableFullPageScreenshot: true,
    onlyCategories: [...options.categories],
    ignoreStatusCode: options.missing,
    skipAudits: [...(options.missing ? ['errors-in-console'] : []), ...(options.quick ? tracedAudits : [])],
    ...(options.quick && quickFlags),
  });
  if (!result) throw new Error(`Lighthouse gave nothing for ${url}`);
  const { lhr } = result;
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  const value = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN;
  return {
    scores: Object.fromEntries(
      Object.values(lhr.categories).map(({ id, score }) => [id, Math.round((score ?? 0) * 100)]),
    ),
    ...(options.categories.includes('performance') && {
      timing: {
        fcpMs: value('first-contentful-paint'),
        lcpMs: value('largest-contentful-paint'),
        tbtMs: value('total-blocking-time'),
        cls: value('cumulative-layout-shift'),
        speedIndexMs: value('speed-index'),
      },
    }),
    faults: faultsOf(lhr),
  };
}
