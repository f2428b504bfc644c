import type { Report } from './report.ts';

export interface BenchmarkOptions {
  /** How often each contender is measured. */
  rounds: number;
  /** How long each measurement lasts. */
  roundSeconds: number;
  /** How long a soak lasts. */
  minutes: number;
  /** Tells whoever waits what is being done. */
  progress: (line: string) => void;
}

export interface Benchmark {
  title: string;
  /** What is measured is the work of all parts together, so the server gets no core to itself. */
  wholeMachine?: true;
  /** @throws BenchError where it cannot be run, or what is measured gives wrong answers */
  run(options: BenchmarkOptions): Promise<Report>;
}
