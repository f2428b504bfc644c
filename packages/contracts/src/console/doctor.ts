/** What is checked of the installation, as by `ops doctor`. */
export interface DoctorFinding {
  name: string;
  /** `skipped`: something that it needs is at fault. */
  state: 'ok' | 'warning' | 'fault' | 'skipped';
  text: string;
  /** What to do about it. */
  advice?: string | undefined;
}
