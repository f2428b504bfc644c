import type { ReactNode } from 'react';

/** A component in one state. */
export interface Sample {
  state: string;
  content: ReactNode;
  /** Background on which the state is used. */
  ground?: 'dark';
}

export interface ComponentSamples {
  component: string;
  /** True for full width instead of a column. */
  wide?: boolean;
  samples: readonly Sample[];
}

export const longWords =
  'Implementing the Scaled Agile Framework with Donaudampfschifffahrtsgesellschaft and its partners in Thiruvananthapuram';

export const noop = (): void => undefined;
