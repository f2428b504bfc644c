/** Compares the measurements with their targets. */
import { median } from '../lighthouse/median.ts';
import type { Paints } from './paint.ts';
import { looks, type Speculation, type Speculations } from './speculation.ts';
import type { OpeningTasks } from './tasks.ts';

export interface Report {
  tasks?: Record<string, OpeningTasks[]>;
  interactions?: Record<string, number[]>;
  paints?: Record<string, Paints>;
  speculations?: Speculations;
}

export interface Row {
  what: string;
  value: string;
  target: string;
  isReached: boolean;
}

const maxBlockingMs = 10;
const maxScriptMs = 100;
const maxInteractionMs = 100;
const maxPaintRatio = 1.05;

/** @returns the 95th percentile */
export function percentile95(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN;
}

const ms = (value: number) => `${Math.round(value)} ms`;

/** Rows for blocking time and longest script of each screen. Style and layout have no target. */
export function taskRows({ tasks = {} }: Report): Row[] {
  return Object.entries(tasks).flatMap(([screen, looks]) => {
    const of = (key: keyof OpeningTasks) => median(looks.map((look) => look[key]));
    const [blockingMs, scriptMs] = [of('blockingMs'), of('scriptMs')];
    return [
      {
        what: `${screen}: blocking time, 4×`,
        value: ms(blockingMs),
        target: `at most ${ms(maxBlockingMs)}`,
        isReached: blockingMs <= maxBlockingMs,
      },
      {
        what: `${screen}: longest script, 6× (first style and layout ${ms(of('styleMs'))})`,
        value: ms(scriptMs),
        target: `at most ${ms(maxScriptMs)}`,
        isReached: scriptMs <= maxScriptMs,
      },
    ];
  });
}

export function interactionRows({ interactions = {} }: Report): Row[] {
  return Object.entries(interactions).map(([name, durations]) => {
    const value = percentile95(durations);
    return {
      what: `${name}: interaction to next paint, 4×, p95 of ${durations.length}`,
      value: ms(value),
      target: `below ${ms(maxInteractionMs)}`,
      isReached: value < maxInteractionMs,
    };
  });
}

export function paintRows({ paints = {} }: Report): Row[] {
  return Object.entries(paints).map(([path, { pageMs, plainMs }]) => {
    const [page, plain] = [median(pageMs), median(plainMs)];
    return {
      what: `${path}: largest paint against the same HTML without scripts (${ms(page)}, ${ms(plain)})`,
      value: (page / plain).toFixed(2),
      target: `at most ${maxPaintRatio}`,
      isReached: page / plain <= maxPaintRatio,
    };
  });
}

/**
 * Speculation rules must save waiting time. They may cause one upstream call for each course that the visitor hovers
 * over without opening it.
 */
export function speculationRows({ speculations }: Report): Row[] {
  if (!speculations) return [];
  const paint = (visits: readonly Speculation[]) =>
    median(visits.map(({ clickToPaintMs }) => clickToPaintMs));
  const calls = (visits: readonly Speculation[]) =>
    visits.reduce((sum, { upstreamCalls }) => sum + upstreamCalls, 0) / visits.length;
  const { withRules, withoutRules } = speculations;
  return [
    {
      what: `click on a course of the menu to first paint (without rules ${ms(paint(withoutRules))})`,
      value: ms(paint(withRules)),
      target: 'below the time without rules',
      isReached: paint(withRules) < paint(withoutRules),
    },
    {
      what: `upstream calls of such a visit (without rules ${calls(withoutRules).toFixed(2)})`,
      value: calls(withRules).toFixed(2),
      target: `at most ${looks - 1} more: one for each course that is hovered over and not opened`,
      isReached: calls(withRules) <= calls(withoutRules) + looks - 1,
    },
  ];
}
