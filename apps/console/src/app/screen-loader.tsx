/** Screens in separate chunks. A screen whose code is loaded renders without a fallback. */
import { type ComponentType, lazy, useState } from 'react';

export interface Screen<Props> {
  /** Loads the code. After a failure, the next call tries again. */
  load(): Promise<void>;
  Show: ComponentType<Props>;
}

/**
 * Creates a screen from an import. If its code is already loaded, the screen renders in the same pass. `lazy`
 * alone would suspend, and React would show a fallback for at least 300 ms.
 */
export function screen<Props extends object>(read: () => Promise<ComponentType<Props>>): Screen<Props> {
  let Loaded: ComponentType<Props> | undefined;
  async function load(): Promise<ComponentType<Props>> {
    Loaded ??= await read();
    return Loaded;
  }
  const Later = lazy(async () => ({ default: await load() }));
  function Show(props: Props) {
    // Chosen once per mount, because switching to the other component would lose the screen's state.
    const [Chosen] = useState<ComponentType<Props>>(() => Loaded ?? Later);
    return <Chosen {...props} />;
  }
  return { load: async () => void (await load()), Show };
}
