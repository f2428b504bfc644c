/** What a benchmark found. */
export interface Report {
  tables: Table[];
  targets: Target[];
  /** What belongs beside the figures to read them rightly. */
  notes?: string[];
  /** Every sample, for the JSON file. */
  samples?: unknown;
}

export interface Table {
  title: string;
  columns: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

/** A figure that has to be reached. */
export type Target = { what: string; value: number; unit?: string } & (
  | { atLeast: number; atMost?: undefined }
  | { atMost: number; atLeast?: undefined }
);

export interface Verdict {
  met: boolean;
  /** How far the value is on the right side of its limit, as a part of the limit; negative where it falls short. */
  margin: number;
}

/** Judges a figure. One that is no number is never reached. A limit of 0 is met exactly or not at all. */
export function judge({ value, atLeast, atMost }: Target): Verdict {
  const limit = atLeast ?? atMost;
  const difference = atLeast === undefined ? limit - value : value - limit;
  return { met: difference >= 0, margin: limit === 0 ? difference : difference / limit };
}
