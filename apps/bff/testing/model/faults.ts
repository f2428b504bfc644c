/** Faults that are planted on purpose, to show that the model finds them. None is in the product's code. */
import type { WorldChange } from './world.ts';

export interface PlantedFault {
  /** The invariants of which one has to break. */
  breaks: readonly string[];
  change: WorldChange;
}
export const faults: Readonly<Record<string, PlantedFault>> = {};
