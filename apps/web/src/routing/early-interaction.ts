/** Interactions before hydration, recorded by the loader in the document's head. */
export interface EarlyInteraction {
  /** True if the visitor has interacted: lazily hydrated parts then load immediately. */
  touched: boolean;
  /** The last clicked button. */
  pressed?: HTMLElement;
  /** The file that was dropped on a field before its code was loaded. */
  dropped?: File;
  /**
   * Shows that code could not be loaded. @returns a promise that resolves when the import should be retried
   */
  again(): Promise<void>;
  /** Ends the recording. Call it when the page is hydrated. */
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

/** @returns the file that was dropped before the field's code was loaded; undefined at further calls */
export function takeEarlyDrop(): File | undefined {
  const dropped = window.early?.dropped;
  if (window.early) window.early.dropped = undefined;
  return dropped;
}

/** Replays the last click before hydration, and ends the recording. Call it when the page is hydrated. */
export function replayEarlyInteraction(): void {
  const { early } = window;
  early?.stop();
  if (early?.pressed?.isConnected) early.pressed.click();
}
