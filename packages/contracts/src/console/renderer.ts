/** Interface between the console's server build and the BFF. */

/** Answer of the console's API: HTTP status, and the body as it was sent. */
export interface ConsoleAnswer {
  status: number;
  body: unknown;
}

/** Answers by address, such as `/console/api/session`. */
export type ConsoleAnswers = Readonly<Record<string, ConsoleAnswer>>;

/** Asks the console's API in the name of the operator whose document it is. */
export type ReadConsole = (address: string) => Promise<ConsoleAnswer>;

export interface RenderedScreen {
  /** Markup of `#root`. */
  html: string;
  /** What it was rendered from, for the browser. */
  answers: ConsoleAnswers;
  /** Source modules of the screen, keys of the build manifest. */
  modules: string[];
}

/** Exports of the console's `entry.server`. */
export interface ConsoleRenderer {
  /** @returns whether the screen of this path is rendered by the server */
  isRendered(pathname: string): boolean;
  /** @returns undefined for who is not signed in */
  render(address: string, read: ReadConsole): Promise<RenderedScreen | undefined>;
}
