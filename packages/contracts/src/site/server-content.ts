/** Id of the element that the server fills for each request. */
export const serverContentId = 'server-content';
