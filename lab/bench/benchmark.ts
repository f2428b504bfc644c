import type { Report } from './report.ts';

export interface BenchmarkOptions {
  /** Number of measurements per contender. */
  rounds: number;
  /** Duration of a measurement in seconds. */
  roundSeconds: number;
  /** Duration of a soak test in minutes. */
  minutes: number;
  /** Number of leads in a filled ledger. */
  leads: number;
  /** Whether to print the plans of slow statements. */
  plans: boolean;
  /** Prints progress. */
  progress: (line: string) => void;
}

export interface Benchmark {
  title: string;
  /** Whether all processes are measured together: the server then gets no dedicated core. */
  wholeMachine?: true;
  /** @throws BenchError if it cannot run or gets wrong answers */
  run(options: BenchmarkOptions): Promise<Report>;
}
