/** Screens in separate chunks, rendered without a fallback once their code is loaded. */
import { type ComponentType, lazy, useState } from 'react';

export interface Screen<Props> {
  /** Loads the code. A failure is not kept. */
  load(): Promise<void>;
  Show: ComponentType<Props>;
}

/**
 * A loaded screen renders in the same pass: `lazy` would suspend all the same, and React delays what a fallback hides
 * by 300 ms.
 */
export function screen<Props extends object>(read: () => Promise<ComponentType<Props>>): Screen<Props> {
  let Loaded: ComponentType<Props> | undefined;
  async function load(): Promise<ComponentType<Props>> {
    Loaded ??= await read();
    return Loaded;
  }
  const Later = lazy(async () => ({ default: await load() }));
  function Show(props: Props) {
    // Chosen once: another component in its place would lose the screen's state.
    const [Chosen] = useState<ComponentType<Props>>(() => Loaded ?? Later);
    return <Chosen {...props} />;
  }
  return { load: async () => void (await load()), Show };
}
