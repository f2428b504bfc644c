/** Id of the place in a page that the server fills for each request. */
export const serverContentId = 'server-content';
