/** What the BFF's process asks the development server for. Browsers never use these. */

/** Variable that tells the BFF's process where the development server listens. */
export const devServerVariable = 'DEV_SERVER_URL';

/** `POST`: a call of Vite's module runner. */
export const modulesPath = '/@dev/modules';
/** `GET`: the theme's style sheet as it is now, as `StyleSheet`. */
export const stylesPath = '/@dev/styles';
/** The module that every document loads: HMR first, then the site. */
export const entryPath = '/@dev/entry.js';
/** Event of Vite's channel to the browser: some file has changed. */
export const changeEvent = 'dev:change';

export interface StyleSheet {
  /** Module id, by which Vite's client finds the element that it has to update. */
  id: string;
  css: string;
}
