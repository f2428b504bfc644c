/** Interactions before hydration, recorded by the loader in the document's head. */
export interface EarlyInteraction {
  /** The visitor has interacted: lazily hydrated parts load at once. */
  touched: boolean;
  /** The last clicked button. */
  pressed?: HTMLElement;
  /** The file that was dropped on a field before its code was loaded. */
  dropped?: File;
  /** Shows that code could not be loaded. @returns resolves when it should be tried again */
  again(): Promise<void>;
  /** Ends the recording, once the page is hydrated. */
  stop(): void;
}

declare global {
  interface Window {
    early?: EarlyInteraction;
  }
}

/** @returns whether the visitor interacted with the page before hydration */
export function hadEarlyInteraction(): boolean {
  return window.early?.touched === true;
}

/** @returns the file that was dropped before its field's code was loaded, once */
export function takeEarlyDrop(): File | undefined {
  const dropped = window.early?.dropped;
  if (window.early) window.early.dropped = undefined;
  return dropped;
}

/** Replays the last click before hydration and ends the recording. Called once the page is hydrated. */
export function replayEarlyInteraction(): void {
  const { early } = window;
  early?.stop();
  if (early?.pressed?.isConnected) early.pressed.click();
}
