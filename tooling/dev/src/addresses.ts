/** Names that the development server shares with the BFF process and with the browser. */

/** Variable with the development server's URL, for the BFF process. */
export const devServerVariable = 'DEV_SERVER_URL';

/** `POST`: a call of Vite's module runner. */
export const modulesPath = '/@dev/modules';
/** `GET`: the site's current style sheet, as `StyleSheet`. */
export const stylesPath = '/@dev/styles';
/** Entry module of every document: HMR, then the site. */
export const entryPath = '/@dev/entry.js';
/** Event on Vite's browser channel: a file has changed. */
export const changeEvent = 'dev:change';

export interface StyleSheet {
  /** Module id, used by Vite's client to find the element to update. */
  id: string;
  css: string;
}
