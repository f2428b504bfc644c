import type { Report } from './report.ts';

export interface BenchmarkOptions {
  /** Measurements per contender. */
  rounds: number;
  /** Duration of a measurement. */
  roundSeconds: number;
  /** Duration of a soak test. */
  minutes: number;
  /** Leads of a filled ledger. */
  leads: number;
  /** Prints the plans of slow statements. */
  plans: boolean;
  /** Prints progress. */
  progress: (line: string) => void;
}

export interface Benchmark {
  title: string;
  /** Measures all processes together: the server gets no dedicated core. */
  wholeMachine?: true;
  /** @throws BenchError if it cannot run or gets wrong answers */
  run(options: BenchmarkOptions): Promise<Report>;
}
