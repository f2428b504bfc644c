/** What a visitor did before the page's code was there; the loader in the document's head keeps it. */
export interface EarlyTouch {
  /** The page has been used: its parts need not wait for a sign any longer. */
  touched: boolean;
  /** The button that was pressed last. */
  pressed?: HTMLElement;
  /** The file that was dropped on a field whose code was not there. */
  dropped?: File;
  /** Tells that code could not be loaded. @returns resolves when it should be tried again */
  again(): Promise<void>;
  /** Ends the keeping: from now on the page answers by itself. */
  stop(): void;
}

declare global {
  interface Window {
    early?: EarlyTouch;
  }
}

/** @returns whether the visitor used the page before its code was there */
export function wasTouchedEarly(): boolean {
  return window.early?.touched === true;
}

/** @returns the file that was dropped before its field could take it, once */
export function takeEarlyDrop(): File | undefined {
  const dropped = window.early?.dropped;
  if (window.early) window.early.dropped = undefined;
  return dropped;
}

/** Takes over from the loader: a button that was pressed too early does its work now. Called once the page answers. */
export function replayEarlyTouch(): void {
  const { early } = window;
  early?.stop();
  if (early?.pressed?.isConnected) early.pressed.click();
}
