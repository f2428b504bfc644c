/** Result of a benchmark. */
export interface Report {
  tables: Table[];
  targets: Target[];
  /** Notes on how to interpret the figures. */
  notes?: string[];
  /** All samples, for the JSON file. */
  samples?: unknown;
}

export interface Table {
  title: string;
  columns: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

/** A target for a figure. */
export type Target = { what: string; value: number; unit?: string } & (
  | { atLeast: number; atMost?: undefined }
  | { atMost: number; atLeast?: undefined }
);

export interface Result {
  met: boolean;
  /** Distance of the figure from the limit, relative to the limit; negative if the target is missed. */
  margin: number;
}

/** Compares a figure with its target. NaN always fails. For a limit of 0, the margin is the plain difference. */
export function classify({ value, atLeast, atMost }: Target): Result {
  const limit = atLeast ?? atMost;
  const difference = atLeast === undefined ? limit - value : value - limit;
  return { met: difference >= 0, margin: limit === 0 ? difference : difference / limit };
}
